import chromiumFile from "@sparticuz/chromium";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** How a page looks at the app. */
export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly locale?: string;
  readonly timeZone?: string;
  readonly touch?: boolean;
}

const PHONE = { width: 390, height: 844 } as const;

let opening: Promise<Browser> | undefined;

/** One browser for all tests of a worker; a context (cookies, storage) of its own for each page. */
export function openBrowser(): Promise<Browser> {
  opening ??= launch();
  return opening;
}

/**
 * Chromium from npm. The package's own list of arguments is left aside: it switches web security
 * off and keeps everything in one process, which crashes.
 */
async function launch(): Promise<Browser> {
  const executablePath = await chromiumFile.executablePath();
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

export async function closeBrowser(): Promise<void> {
  const browser = await opening;
  opening = undefined;
  await browser?.close();
}

export async function openContext(url: string, view: View = {}): Promise<BrowserContext> {
  const { width = PHONE.width, height = PHONE.height, theme = "light", touch = false } = view;
  const browser = await openBrowser();
  return browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    locale: view.locale ?? "en-US",
    timezoneId: view.timeZone ?? "Europe/Berlin",
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: "reduce",
  });
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
  page.setDefaultTimeout(10_000);
  return { page, faults };
}
