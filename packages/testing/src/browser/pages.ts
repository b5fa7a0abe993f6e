import type { BrowserContext, Page } from "playwright-core";
import { openBrowser } from "./browser.ts";

/** Screen, locale and other browser settings of a page. */
export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly locale?: string;
  readonly timeZone?: string;
  readonly touch?: boolean;
  /** A file or request that fails is a fault of the page. */
  readonly missesNothing?: boolean;
  /** Allows service workers, which keep the app in the browser: for pages opened offline. */
  readonly serviceWorkers?: boolean;
}

const PHONE = { width: 390, height: 844 } as const;

export const sizeOf = ({ width = PHONE.width, height = PHONE.height }: View) => ({ width, height });

/** A browser without cookies or storage. @param baseURL  base of relative paths */
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

/** Waits until a screen is complete: no skeletons, and its fonts loaded. */
export const settled = (page: Page): Promise<void> => page.evaluate(onceSettled, undefined);

/**
 * Navigates inside an open app as its own links do. The app is not loaded again, which would take
 * longer than most checks. Does not work while the page's clock is stopped.
 */
export const goTo = (page: Page, path: string): Promise<void> => page.evaluate(onceSettled, path);

/**
 * Runs in the page: navigates to `path` if it is given, then checks after every mutation, and at
 * intervals for changes without a mutation.
 */
async function onceSettled(path: string | undefined): Promise<void> {
  if (path !== undefined) history.pushState(null, "", path);
  // Lets the requested screen draw, if only as skeletons.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  const isSettled = () =>
    document.querySelector("[aria-busy=true], [class*=skeleton]") === null &&
    // Last, because it forces a layout.
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
    // Catches pages that never settle, not slow ones: machines are busy.
    const deadline = setTimeout(giveUp, 30_000);
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    look();
  });
  await document.fonts.ready;
}

interface PageRules {
  /** Requests may fail, for tests that take the network away. */
  readonly mayMissFiles?: boolean;
}

/** A page whose own errors (uncaught ones and policy violations) fail the test. */
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
    const isMissing = /Failed to load resource|net::ERR_/.test(text);
    if (!isMissing) faults.push(text);
    else if (!mayMissFiles) faults.push(`${text}: ${message.location().url}`);
  });
  // Catches waits that never end, not slow ones: machines are busy.
  page.setDefaultTimeout(30_000);
  return { page, faults };
}
