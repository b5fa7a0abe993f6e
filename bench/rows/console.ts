import type { BrowserContext, Locator, Page } from "playwright-core";
import * as contract from "@wordloom/contract";
import { createClient } from "@wordloom/contract";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { openContext, openPage } from "@wordloom/testing/browser/pages";
import { buildApps } from "../../tools/apps/build-for-tests.ts";
import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { CONTENT, fillConsole, makeConsoleContent } from "../lib/console-content.ts";
import { gzipSize } from "@wordloom/testing/browser/gzip-size";
import { median } from "../lib/load.ts";
import type { Figure, Row } from "../lib/row.ts";

const ADMIN = { ADMIN_EMAIL: "operator@example.org", ADMIN_PASSWORD: "Babbage1791" } as const;
const LOADS = 5;
const DESK = { width: 1440, height: 900 } as const;
const WAIT_MS = 60_000;

/** Fast scrolling: pixels per frame, frames; then jumps over the whole list. */
const WHEEL = { pixels: 600, frames: 300, jumps: 20 } as const;
/** A row near the end of the audit log, which must become visible. */
const LATE = CONTENT.auditEntries - 100;

/** Every list of the console, in an order in which each link is visible. */
const LISTS: readonly { readonly name: string; readonly link: (page: Page) => Locator }[] = [
  { name: "Learners", link: atSide("/users") },
  { name: "Devices", link: atSide("/clients") },
  { name: "Broadcasts", link: atSide("/broadcasts") },
  { name: "Feedback", link: atSide("/feedback") },
  { name: "Books", link: atSide("/books") },
  { name: "words of a book", link: (page) => page.locator("main [data-row] a").first() },
  { name: "Packs", link: atSide("/packs") },
  { name: "Backups", link: atSide("/backups") },
  { name: "Audit", link: atSide("/audit") },
];
/** Reached from its own page; without rows, so it is not one of the lists. */
const PARAMETERS = atSide("/engine/parameters");
const VERSIONS = {
  name: "versions of the parameters",
  link: (page: Page) => page.locator("main a[href$='/parameters/versions']").first(),
} as const;

/** Finds a link by address, because names in the sidebar may end with a count. */
function atSide(path: string) {
  return (page: Page) => page.locator(`nav a[href='/admin${path}']`).first();
}

/** Measurements that the page records; see `watch`. */
interface Watched {
  overviewMs?: number;
  readonly longTasksMs: number[];
}

/**
 * The admin console on the city, on a desktop: time to the first view, from a click to the rows of
 * each long list, the first page's network traffic, and scrolling a hundred thousand rows.
 */
export const consoleRow: Row = async () => {
  await buildApps();
  // Each load of a page asks for the signed-in administrator.
  const settings = { ...ADMIN, API_ONLY: "false", ADMIN_AUTH_RATE_LIMIT_MAX: "1000000" };
  const server = await startCityServer({ settings, prepare: fillConsole });
  try {
    const context = await signedIn(server);
    const overview = await firstLooks(context);
    const lists = await listTimes(context);
    const longest = await scroll(context);
    return figures(overview, lists, longest);
  } finally {
    await closeBrowser();
    await server.stop();
  }
};

function figures(
  { painted, gzipBytes }: { painted: readonly number[]; gzipBytes: number },
  lists: ReadonlyMap<string, number>,
  longest: number,
): Figure[] {
  const slowest = Math.max(...lists.values());
  const kib = gzipBytes / 1024;
  return [
    { name: "first room, gzip", value: kib, unit: "KiB", bar: { atMost: 200 } },
    { name: "overview painted", value: median(painted) / 1000, unit: "s", bar: { atMost: 1.5 } },
    { name: "slowest list to its rows", value: slowest, unit: "ms", bar: { atMost: 300 } },
    ...[...lists].map(([name, value]) => ({ name: `rows of ${name}`, value, unit: "ms" })),
    { name: "longest task while scrolling", value: longest, unit: "ms", bar: { atMost: 50 } },
  ];
}

async function signedIn({ url }: CityServer): Promise<BrowserContext> {
  const body = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  const { token } = await createClient({ baseUrl: url }).call(contract.loginAdmin, { body });
  await makeConsoleContent(url, token);
  const context = await openContext(url, DESK);
  await context.addInitScript(
    (kept) => sessionStorage.setItem("wordloom.admin-token", kept),
    token,
  );
  await context.addInitScript(watch);
  return context;
}

async function open(context: BrowserContext): Promise<Page> {
  const { page } = await openPage(context);
  page.setDefaultTimeout(WAIT_MS);
  return page;
}

/** Each load keeps nothing but the sign-in. */
async function firstLooks(context: BrowserContext) {
  const painted: number[] = [];
  const files = new Set<string>();
  for (let load = 0; load < LOADS; load += 1) {
    const page = await open(context);
    page.on("request", (request) => {
      if (["script", "stylesheet"].includes(request.resourceType())) files.add(request.url());
    });
    const session = await context.newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await page.goto("/admin", { waitUntil: "commit" });
    await page.waitForFunction(
      () => ((window as unknown as { watched?: Watched }).watched?.overviewMs ?? -1) > 0,
    );
    painted.push((await watchedOf(page)).overviewMs ?? Number.NaN);
    await page.close();
  }
  const sizes = await Promise.all([...files].map(gzipSize));
  return { painted, gzipBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** @returns median milliseconds from a click on a link to painted rows, by list */
async function listTimes(context: BrowserContext): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>([...LISTS, VERSIONS].map(({ name }) => [name, []]));
  for (let load = 0; load < LOADS; load += 1) {
    // A new page, so that nothing is cached from the previous time.
    const page = await open(context);
    await page.goto("/admin");
    const take = async ({ name, link }: (typeof LISTS)[number]) => {
      const ms = await link(page).evaluate(openAndWait, WAIT_MS);
      if (ms < 0) throw new Error(`no rows of ${name} came`);
      times.get(name)?.push(ms);
    };
    for (const list of LISTS) await take(list);
    await PARAMETERS(page).click();
    await take(VERSIONS);
    await page.close();
  }
  return new Map([...times].map(([name, taken]) => [name, median(taken)]));
}

/**
 * Runs in the page.
 *
 * @returns milliseconds from the click to the frame with the first row's text; −1 if none came
 */
async function openAndWait(link: Element, waitMs: number): Promise<number> {
  const old = document.querySelector("main [data-row]");
  const startedMs = performance.now();
  (link as HTMLElement).click();
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const isThere = () => {
    const row = document.querySelector("main [data-row]");
    return row !== null && row !== old && (row.textContent ?? "").trim() !== "";
  };
  while (!isThere()) {
    if (performance.now() - startedMs > waitMs) return -1;
    await frame();
  }
  await frame();
  return performance.now() - startedMs;
}

/** Scrolls the audit log by the wheel, then in jumps. @returns the longest task in ms, or 0 */
async function scroll(context: BrowserContext): Promise<number> {
  const page = await open(context);
  await page.goto("/admin/audit");
  const table = page.getByRole("table");
  await page.locator("[data-row]").first().waitFor();
  const rows = Number(await table.getAttribute("aria-rowcount"));
  if (rows < CONTENT.auditEntries) throw new Error(`the list has ${rows} rows`);
  await page.evaluate(() => {
    (window as unknown as { watched: Watched }).watched.longTasksMs.length = 0;
  });
  const { wheeledTo, wheeled } = await page.evaluate(scrollAll, WHEEL);
  if (wheeledTo < wheeled / 2) throw new Error(`the wheel led to ${wheeledTo} of ${wheeled} px`);
  await page.waitForFunction(isLateRowPainted, LATE);
  const { longTasksMs } = await watchedOf(page);
  await page.close();
  return Math.max(0, ...longTasksMs);
}

/** Runs in the page: scrolls the window, which contains the list. @returns pixels */
async function scrollAll({ pixels, frames, jumps }: typeof WHEEL) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const startedAt = scrollY;
  for (let n = 0; n < frames; n += 1) {
    scrollBy({ top: pixels, behavior: "instant" });
    await frame();
  }
  const wheeledTo = scrollY - startedAt;
  for (let n = 1; n <= jumps; n += 1) {
    scrollTo({ top: (document.documentElement.scrollHeight * n) / jumps, behavior: "instant" });
    for (let wait = 0; wait < 10; wait += 1) await frame();
  }
  return { wheeledTo, wheeled: pixels * frames };
}

/** Runs in the page. */
function isLateRowPainted(late: number): boolean {
  return [...document.querySelectorAll("main [aria-rowindex]")].some(
    (row) => Number(row.getAttribute("aria-rowindex")) > late && /user/.test(row.textContent ?? ""),
  );
}

async function watchedOf(page: Page): Promise<Watched> {
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched);
}

/** Runs in every page before its own scripts. */
function watch(): void {
  const watched: Watched = { longTasksMs: [] };
  (window as unknown as { watched: Watched }).watched = watched;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasksMs.push(duration);
  }).observe({ entryTypes: ["longtask"] });
  new MutationObserver(() => {
    if (watched.overviewMs !== undefined || document.querySelector("main h1 ~ *, main li") === null)
      return;
    watched.overviewMs = -1;
    requestAnimationFrame(() => setTimeout(() => (watched.overviewMs = performance.now())));
  }).observe(document, { subtree: true, childList: true });
}
