import type { BrowserContext, Page } from "playwright-core";
import { openContext, openPage, type View } from "./browser.ts";

/** A browser with one page, which stands at an address of the service that is no screen. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the page itself. */
  readonly faults: string[];
  /**
   * Gives the browser to whoever comes next and looks the same way: starting one and loading the
   * app in it costs more than most of what is then done there. Nothing is kept but the files of the
   * app. Not where scripts or listeners were added, the clock was set or a service worker is at
   * work: then the context is closed.
   */
  readonly leave: () => Promise<void>;
}

interface Left {
  readonly url: string;
  readonly look: string;
  readonly visit: Visit;
}

const NOWHERE = "/api/health";
const left: Left[] = [];

export async function newVisit(url: string, view: View): Promise<Visit> {
  const look = JSON.stringify(view);
  const free = left.splice(0);
  const found = free.find((one) => one.url === url && one.look === look);
  // Of a service that is gone nobody wants the browsers any more.
  left.push(...free.filter((one) => one.url === url && one !== found));
  const gone = free.filter((one) => one.url !== url);
  await Promise.all(gone.map(({ visit }) => visit.context.close()));
  if (found !== undefined) return found.visit;
  const context = await openContext(url, view);
  const opened = await openPage(context);
  await opened.page.goto(NOWHERE);
  const visit: Visit = {
    ...{ context, ...opened },
    async leave() {
      await empty(visit, url, view);
      left.push({ url, look, visit });
    },
  };
  return visit;
}

/** As a browser that was never there. */
async function empty({ context, page, faults }: Visit, url: string, view: View): Promise<void> {
  await Promise.all([page, context].map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  const isGone = page.waitForURL(`**${NOWHERE}`);
  // By the page itself: then the same process stays, with the app's code.
  await page.evaluate((to) => location.replace(to), NOWHERE);
  await isGone;
  await page.evaluate(() => sessionStorage.clear());
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,cache_storage";
  await devtools.send("Storage.clearDataForOrigin", { origin: url, storageTypes });
  await devtools.detach();
  await page.emulateMedia({ colorScheme: view.theme ?? "light" });
  faults.length = 0;
}
