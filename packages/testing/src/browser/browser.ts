import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { browserProgram } from "./browser-program.ts";

/** How the page is seen. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  /** Language and region of the browser. */
  readonly locale?: string;
  readonly timezone?: string;
  /** A phone: touch, a coarse pointer. */
  readonly touch?: boolean;
  /** Motion is off in tests: nothing has to be waited for. */
  readonly motion?: boolean;
  /** Pixels of the picture per px of the page. */
  readonly scale?: number;
  /** Anything else of a Playwright context. */
  readonly context?: BrowserContextOptions;
}

let opened: Promise<Browser> | undefined;

/**
 * The Chromium that comes from npm, one for all tests of a worker; it ends with the worker.
 * The arguments that its package proposes are not used: they switch web security off.
 */
export function openBrowser(): Promise<Browser> {
  opened ??= launch();
  return opened;
}

/**
 * What draws and what asks the network work in Chromium's main process: less to be passed on. The
 * first feature is one that Playwright names itself, where a later list replaces it.
 */
const FEWER_PROCESSES = [
  "--in-process-gpu",
  "--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2",
];

/** Once more if it crashes at its start, which it was seen to do once in about 1,500 times. */
async function launch(): Promise<Browser> {
  const executablePath = await browserProgram();
  const args = ["--no-sandbox", "--disable-gpu", ...FEWER_PROCESSES];
  const start = () => chromium.launch({ executablePath, args });
  return start().catch(start);
}

/** For scripts. Tests leave it to the files that come after them in their worker. */
export async function closeBrowser(): Promise<void> {
  const browser = await opened;
  opened = undefined;
  await browser?.close();
}

/**
 * A page in a context of its own: no cookies, no storage. It ends with
 * `page.context().close()`.
 */
export async function newPage({
  width = 1440,
  height = 900,
  theme = "light",
  locale = "en-GB",
  timezone = "Europe/Berlin",
  touch = false,
  motion = false,
  scale = 1,
  context = {},
}: Look = {}): Promise<Page> {
  const browser = await openBrowser();
  const own = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale,
    timezoneId: timezone,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: motion ? "no-preference" : "reduce",
    deviceScaleFactor: scale,
    ...context,
  });
  const page = await own.newPage();
  page.setDefaultTimeout(30_000);
  watchFaults(page);
  return page;
}

const faults = new WeakMap<Page, string[]>();

function watchFaults(page: Page): void {
  const seen: string[] = [];
  faults.set(page, seen);
  page.on("pageerror", (error) => seen.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") seen.push(message.text());
  });
}

/** What the page complained about so far: uncaught errors, and errors on its console. */
export function faultsOf(page: Page): readonly string[] {
  return faults.get(page) ?? [];
}

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface AxeNode {
  readonly target: readonly unknown[];
  readonly failureSummary?: string;
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly AxeNode[];
  }[];
}

/**
 * Judges the page, or a part of it, by the rules of WCAG 2.2 AA and axe's best practices.
 *
 * @returns one line for each thing that breaks a rule; empty when all is well
 */
export function axe(page: Page, part = "html"): Promise<string[]> {
  return judge(page, part, {});
}

/** Judges by what a theme changes: colours. @returns as `axe` */
export function axeOfColours(page: Page, part = "html"): Promise<string[]> {
  return judge(page, part, { runOnly: ["color-contrast"] });
}

/**
 * Judges the page in the light theme, and in the dark one by what a theme changes: colours.
 *
 * @returns as `axe`, with the theme where it is the dark one
 */
export async function axeInBothThemes(page: Page, part = "html"): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await judge(page, part, {});
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axeOfColours(page, part);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

/** By the protocol itself: as Playwright hands code on, it would be copied and parsed once more. */
async function bringAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Runtime.evaluate", { expression: axeSource });
  await devtools.detach();
}

async function judge(page: Page, part: string, options: object): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await bringAxe(page);
  const { violations } = await page.evaluate<AxeResult, { part: string; options: object }>(
    async ({ part: selector, options: more }) => {
      const { axe: judged } = globalThis as unknown as {
        axe: { run: (part: string, options: object) => Promise<AxeResult> };
      };
      const found = await judged.run(selector, { resultTypes: ["violations"], ...more });
      // Nothing else of it is passed on: of each rule that is kept there is something to tell.
      return { violations: found.violations };
    },
    { part, options },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => {
      const why = failureSummary.split("\n").slice(1, 2).join("").trim();
      return `${id}: ${help} at ${target.join(" ")} (${why})`;
    }),
  );
}
