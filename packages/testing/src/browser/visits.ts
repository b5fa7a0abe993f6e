import type { BrowserContext, Page } from "playwright-core";
import { openContext, openPage, sizeOf, type View } from "./pages.ts";
import { usesOf } from "../service/ports.ts";

/** A browser with one page, which starts at an address of the service that is no screen. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the page itself. */
  readonly faults: string[];
  /**
   * Makes the browser available to the next caller with the same settings: starting a browser and
   * loading the app costs more than most tests. Only the app's cached files are kept. A browser
   * with init scripts or service workers is closed. If listeners were added or the clock was set,
   * call `context.close` instead.
   */
  readonly leave: () => Promise<void>;
}

interface Left {
  readonly url: string;
  readonly look: string;
  readonly uses: number;
  readonly visit: Visit;
}

const NOWHERE = "/api/health";
/** Browsers kept open; each has its own process. */
const LEFT_MAX = 5;
const left: Left[] = [];

export async function newVisit(url: string, view: View): Promise<Visit> {
  const look = lookOf(view);
  const at = left.findIndex(
    (one) => one.url === url && one.look === look && !one.visit.page.isClosed(),
  );
  const [found] = at < 0 ? [] : left.splice(at, 1);
  if (found !== undefined) return enter(found, view);
  const context = await openContext(url, view);
  const opened = await openPage(context, { mayMissFiles: view.missesNothing !== true });
  await opened.page.goto(NOWHERE);
  const hasInitScripts = watchInitScripts([context, opened.page]);
  const visit: Visit = {
    context,
    ...opened,
    async leave() {
      if (hasInitScripts() || view.serviceWorkers === true) return context.close();
      await empty(visit, url);
      left.push({ url, look, uses: usesOf(url), visit });
      const tooMany = left.splice(0, left.length - LEFT_MAX);
      await Promise.all(tooMany.map((one) => one.visit.context.close()));
    },
  };
  return visit;
}

/** Init scripts cannot be removed: they would run in the pages of later tests, too. */
function watchInitScripts(targets: readonly (BrowserContext | Page)[]): () => boolean {
  let isUsed = false;
  for (const target of targets) {
    const add = target.addInitScript;
    const addInitScript = (...script: unknown[]): unknown => {
      isUsed = true;
      return Reflect.apply(add, target, script);
    };
    Object.assign(target, { addInitScript });
  }
  return () => isUsed;
}

/** The settings of a view that cannot change while the browser is open. */
function lookOf({ locale, timeZone, touch = false, ...rules }: View): string {
  const { serviceWorkers = false, missesNothing = false } = rules;
  return JSON.stringify([locale, timeZone, touch, serviceWorkers, missesNothing]);
}

async function enter({ url, uses, visit }: Left, view: View): Promise<Visit> {
  const { context, page, faults } = visit;
  await page.setViewportSize(sizeOf(view));
  await page.emulateMedia({ colorScheme: view.theme ?? "light" });
  await page.evaluate(() => sessionStorage.clear());
  // The cache may hold replies of another service at the same address.
  if (usesOf(url) !== uses) await tell(context, page, "Network.clearBrowserCache");
  faults.length = 0;
  return visit;
}

let timesLeft = 0;

/** Resets the browser to the state of a new one. */
async function empty({ context, page }: Visit, url: string): Promise<void> {
  await Promise.all([page, context].map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  // The page may be there already; another address shows when this navigation is over.
  const nowhere = `${NOWHERE}?left=${(timesLeft += 1)}`;
  const isGone = page.waitForURL(`**${nowhere}`);
  // Navigates from inside the page: this keeps the process and the app's compiled code.
  await page.evaluate((address) => location.replace(address), nowhere);
  await isGone;
  await context.clearCookies();
  const storageTypes = "local_storage,indexeddb,cache_storage";
  await tell(context, page, "Storage.clearDataForOrigin", { origin: url, storageTypes });
}

async function tell(
  context: BrowserContext,
  page: Page,
  ...[method, parameters]: Parameters<Awaited<ReturnType<BrowserContext["newCDPSession"]>>["send"]>
): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send(method, parameters);
  await devtools.detach();
}
