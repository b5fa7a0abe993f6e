import { DatabaseSync } from "node:sqlite";
import type { BrowserContext, Page } from "playwright-core";
import * as contract from "@wordloom/contract";
import { createClient } from "@wordloom/contract";
import { closeBrowser, openContext, openPage } from "../../apps/learner/testing/browser.ts";
import { setup as buildApps } from "../../tools/apps/build-for-tests.ts";
import { CITY_NOW_MS } from "../lib/city-size.ts";
import { startCityServer, type CityServer } from "../lib/city-server.ts";
import { gzipSize } from "../lib/gzip-size.ts";
import { median } from "../lib/load.ts";
import type { Figure, Row } from "../lib/row.ts";

const ADMIN = { ADMIN_EMAIL: "operator@example.org", ADMIN_PASSWORD: "Babbage1791" } as const;
const LOADS = 5;
const DESK = { width: 1440, height: 900 } as const;
const WAIT_MS = 60_000;

/** Entries of the audit log: the longest list of the console. */
const ENTRIES = 100_000;
/** A fast hand at the wheel: pixels each frame, frames; then jumps over the whole list. */
const WHEEL = { pixels: 600, frames: 300, jumps: 20 } as const;

/** Rooms with long lists, by their names at the side. */
const LISTS = ["Learners", "Devices", "Books", "Audit"] as const;

/** What the page notes about itself; see `watch`. */
interface Watched {
  overviewMs?: number;
  readonly longTasksMs: number[];
}

/**
 * The admin console on the city, on a desk: time to the first look, from a click to the rows of
 * each long list, what the first room sends over the network, and scrolling a hundred thousand
 * rows.
 */
export const consoleRow: Row = async () => {
  buildApps();
  const settings = { ...ADMIN, API_ONLY: "false" };
  const server = await startCityServer({ settings, prepare: fillAudit });
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

/** Before the service starts. */
function fillAudit(file: string): void {
  const db = new DatabaseSync(file);
  db.exec("begin");
  const insert = db.prepare(
    `insert into audit_log
       (action, target_type, target_id, metadata_json, outcome, started_at_ms)
       values (?, 'user', ?, '{}', 'succeeded', ?)`,
  );
  for (let n = 0; n < ENTRIES; n += 1) {
    const action = n % 3 === 0 ? "user.ban" : "user.unban";
    insert.run(action, `learner-${n % 1000}`, CITY_NOW_MS - (ENTRIES - n) * 60_000);
  }
  db.exec("commit");
  db.close();
}

async function signedIn({ url }: CityServer): Promise<BrowserContext> {
  const body = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  const { token } = await createClient({ baseUrl: url }).call(contract.loginAdmin, { body });
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

/** Each with nothing kept but the sign-in. */
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

/** @returns median milliseconds from a click at the side to painted rows, by room */
async function listTimes(context: BrowserContext): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>(LISTS.map((room) => [room, []]));
  for (let load = 0; load < LOADS; load += 1) {
    // A page of its own, so that nothing is remembered of the time before.
    const page = await open(context);
    await page.goto("/admin");
    const side = page.getByRole("navigation", { name: "Rooms" });
    for (const room of LISTS) {
      const link = side.getByRole("link", { name: room, exact: true });
      times.get(room)?.push(await link.evaluate(openAndWait));
    }
    await page.close();
  }
  return new Map([...times].map(([room, taken]) => [room, median(taken)]));
}

/** Runs in the page. @returns milliseconds from the click to the frame with the first row's text */
async function openAndWait(link: Element): Promise<number> {
  const old = document.querySelector("main [data-row]");
  const startedMs = performance.now();
  (link as HTMLElement).click();
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const isThere = () => {
    const row = document.querySelector("main [data-row]");
    return row !== null && row !== old && (row.textContent ?? "").trim() !== "";
  };
  while (!isThere()) await frame();
  await frame();
  return performance.now() - startedMs;
}

/** Along the audit log, first by the wheel, then in jumps. @returns the longest task in ms, or 0 */
async function scroll(context: BrowserContext): Promise<number> {
  const page = await open(context);
  await page.goto("/admin/audit");
  const table = page.getByRole("table");
  await page.locator("[data-row]").first().waitFor();
  const rows = Number(await table.getAttribute("aria-rowcount"));
  if (rows < ENTRIES) throw new Error(`the list has ${rows} rows`);
  await page.evaluate(() => {
    (window as unknown as { watched: Watched }).watched.longTasksMs.length = 0;
  });
  await table.evaluate(scrollAll, WHEEL);
  const { longTasksMs } = await watchedOf(page);
  await page.close();
  return Math.max(0, ...longTasksMs);
}

/** Runs in the page. */
async function scrollAll(
  table: Element,
  { pixels, frames, jumps }: { pixels: number; frames: number; jumps: number },
): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let n = 0; n < frames; n += 1) {
    table.scrollTop += pixels;
    await frame();
  }
  for (let n = 1; n <= jumps; n += 1) {
    table.scrollTop = (table.scrollHeight * n) / jumps;
    for (let wait = 0; wait < 10; wait += 1) await frame();
  }
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
