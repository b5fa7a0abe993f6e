import type { BrowserContext, Page } from "playwright-core";
import { openBrowser } from "./browser.ts";

/** How a page looks at the app. */
export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly locale?: string;
  readonly timeZone?: string;
  readonly touch?: boolean;
  /** Keeps the app in the browser, as outside of tests: for what is opened without a network. */
  readonly serviceWorkers?: boolean;
}

const PHONE = { width: 390, height: 844 } as const;

export const sizeOf = ({ width = PHONE.width, height = PHONE.height }: View) => ({ width, height });

/** A browser without cookies or storage. @param baseURL  what its paths are relative to */
export async function openContext(baseURL: string, view: View = {}): Promise<BrowserContext> {
  const { theme = "light", touch = false } = view;
  const browser = await openBrowser();
  return browser.newContext({
    baseURL,
    viewport: sizeOf(view),
    colorScheme: theme,
    locale: view.locale ?? "en-US",
    timezoneId: view.timeZone ?? "Europe/Berlin",
    hasTouch: touch,
    isMobile: touch,
    serviceWorkers: view.serviceWorkers === true ? "allow" : "block",
    reducedMotion: "reduce",
  });
}

/** A screen with everything on it: no skeleton any more, and its fonts. */
export const settled = (page: Page): Promise<void> => page.evaluate(onceSettled, undefined);

/**
 * To another screen of an app that is open, as its own links lead there: the app is not loaded
 * again, which takes longer than most of what is then looked at. Not while the page's clock stands.
 */
export const goTo = (page: Page, path: string): Promise<void> => page.evaluate(onceSettled, path);

/**
 * Runs in the page, which is asked once: goes to `path` where it is given, and looks whenever
 * something changes, and now and then, for what changes without a mutation.
 */
async function onceSettled(path: string | undefined): Promise<void> {
  if (path !== undefined) history.pushState(null, "", path);
  // What the address asks for is drawn, if only as skeletons.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  const isSettled = () =>
    document.querySelector("[aria-busy=true], [class*=skeleton]") === null &&
    // Last, as it has the page laid out.
    [...document.querySelectorAll("h1")].some((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      observer.disconnect();
      clearInterval(timer);
      clearTimeout(deadline);
    };
    const look = () => {
      if (!isSettled()) return;
      stop();
      resolve();
    };
    const giveUp = () => {
      stop();
      reject(new Error(`no screen came; there was: ${document.body.innerText}`));
    };
    const timer = setInterval(look, 100);
    // A watchdog for what never comes, not a bar: machines are busy.
    const deadline = setTimeout(giveUp, 30_000);
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    look();
  });
  await document.fonts.ready;
}

interface PageRules {
  /** Requests may fail, as they do where a test takes the network away. */
  readonly mayMissFiles?: boolean;
}

/** A page that fails the test on errors of its own: uncaught ones and breaches of the policy. */
export async function openPage(
  context: BrowserContext,
  { mayMissFiles = true }: PageRules = {},
): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() !== "error") return;
    if (!mayMissFiles || !/Failed to load resource|net::ERR_/.test(text)) faults.push(text);
  });
  // A watchdog for what never comes, not a bar: machines are busy.
  page.setDefaultTimeout(30_000);
  return { page, faults };
}
