import type { BrowserContext, Page } from "playwright-core";
import { openBrowser } from "../../../packages/ui/testing/browser.ts";

export { axe, axeInBothThemes, closeBrowser } from "../../../packages/ui/testing/browser.ts";

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

export async function openContext(url: string, view: View = {}): Promise<BrowserContext> {
  const { theme = "light", touch = false } = view;
  const browser = await openBrowser();
  return browser.newContext({
    baseURL: url,
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
export async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const loading = "[aria-busy=true], [class*=skeleton]";
  await page.waitForFunction((what) => document.querySelector(what) === null, loading);
  await page.evaluate(async () => void (await document.fonts.ready));
}

/**
 * To another screen of an app that is open, as its own links lead there: the app is not loaded
 * again, which takes longer than most of what is then looked at.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await settled(page);
}

/** A page that fails the test on errors of its own: uncaught ones and breaches of the policy. */
export async function openPage(context: BrowserContext): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !/Failed to load resource|net::ERR_/.test(text)) {
      faults.push(text);
    }
  });
  // A watchdog for what never comes, not a bar: machines are busy.
  page.setDefaultTimeout(30_000);
  return { page, faults };
}
