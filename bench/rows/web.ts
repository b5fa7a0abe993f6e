import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { answerAll, vocabularyOf } from "@wordloom/testing/browser/answerer";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { openContext, openPage } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { buildApps } from "../../tools/apps/build-for-tests.ts";
import { gzipSize } from "@wordloom/testing/browser/gzip-size";
import { median, quantile } from "../lib/load.ts";
import type { Figure, Row } from "../lib/row.ts";

/** A mid-range phone on a slow network. */
const CPU_SLOWDOWN = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};

const LOADS = 5;
const TIMED_ANSWERS = 60;
const ANSWERS = 500;
const WARM_ANSWERS = 20;
const WORDS_A_DAY = 200;
const EMAIL = "ada@example.org";
const PASSWORD = "Lovelace1815";
const BOOK = "English: first 1,000 words";

/** Measurements that the page records; see `watch`. */
interface Watched {
  firstQuestionMs?: number;
  /** Addresses of the scripts that had come when the first question was seen. */
  scripts?: readonly string[];
  readonly feedbackMs: number[];
  readonly longTasksMs: number[];
}

/**
 * The learner app on a mid-range phone: time to a returning learner's first question, from a key to
 * its painted feedback, network traffic, and the growth of the app's memory by 500 answers.
 */
export const web: Row = async () => {
  await buildApps();
  const service = await openService({}, { isMeasured: true });
  try {
    await register(service);
    const context = await signedIn(service);
    const { cold, gzipBytes } = await coldLoads(service, context);
    const { page } = await openPage(context);
    const installed = await installedLoads(page, context);
    const studied = await study(service, page, context);
    const load = { cold: median(cold), installed: median(installed), gzipKiB: gzipBytes / 1024 };
    return figures(load, studied);
  } finally {
    await closeBrowser();
    await service.close();
  }
};

interface Studied {
  readonly feedbackMs: readonly number[];
  readonly longTasksMs: readonly number[];
  readonly grownMiB: number;
}

function figures(
  { cold, installed, gzipKiB }: { cold: number; installed: number; gzipKiB: number },
  { feedbackMs, longTasksMs, grownMiB }: Studied,
): Figure[] {
  const longest = Math.max(0, ...longTasksMs);
  const p95 = quantile(feedbackMs, 0.95);
  return [
    { name: "JavaScript to the first question", value: gzipKiB, unit: "KiB", bar: { atMost: 160 } },
    { name: "first question, cold", value: cold / 1000, unit: "s", bar: { atMost: 2.5 } },
    { name: "first question, installed", value: installed / 1000, unit: "s", bar: { atMost: 1 } },
    { name: "key to painted feedback, p50", value: quantile(feedbackMs, 0.5), unit: "ms" },
    { name: "key to painted feedback, p95", value: p95, unit: "ms", bar: { atMost: 100 } },
    { name: "tasks over 50 ms in 60 answers", value: longTasksMs.length, unit: "" },
    { name: "longest task while studying", value: longest, unit: "ms", bar: { atMost: 50 } },
    { name: "memory after 500 answers", value: grownMiB, unit: "MiB", bar: { atMost: 20 } },
  ];
}

async function register(service: TestService): Promise<void> {
  const context = await openContext(service.url, { serviceWorkers: true });
  const { page } = await openPage(context);
  await page.goto("/register");
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "What would you like to learn?" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "How do you like to learn?" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("checkbox", { name: BOOK }).waitFor();
  await page.evaluate(chooseBook, { name: BOOK, dailyWordCount: WORDS_A_DAY });
  await context.close();
}

/** Runs in the page. */
async function chooseBook({ name, dailyWordCount }: { name: string; dailyWordCount: number }) {
  const reply = await fetch("/api/wordbooks/system");
  const { data } = (await reply.json()) as { data: { id: string; name: string }[] };
  const selectedWordbookIds = data.filter((book) => book.name === name).map(({ id }) => id);
  await fetch("/api/study-config", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ selectedWordbookIds, dailyWordCount }),
  });
}

async function signedIn(service: TestService): Promise<BrowserContext> {
  const context = await openContext(service.url, { serviceWorkers: true });
  await context.addInitScript(watch);
  const { page } = await openPage(context);
  await page.goto("/sign-in");
  await page.fill("input[name=email]", EMAIL);
  await page.fill("input[name=password]", PASSWORD);
  await page.click("button[type=submit]");
  await page.waitForURL((url) => url.pathname === "/");
  await page.close();
  return context;
}

/** Each load keeps nothing but the sign-in: no files, no service worker, no words. */
async function coldLoads(
  service: TestService,
  context: BrowserContext,
): Promise<{ cold: number[]; gzipBytes: number }> {
  const cold: number[] = [];
  const scripts = new Set<string>();
  for (let load = 0; load < LOADS; load += 1) {
    const { page } = await openPage(context);
    const session = await context.newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    const storageTypes = "service_workers,cache_storage,indexeddb";
    await session.send("Storage.clearDataForOrigin", { origin: service.url, storageTypes });
    await slowDown(session);
    cold.push(await firstQuestion(page));
    for (const url of (await watchedOf(page)).scripts ?? []) scripts.add(url);
    await page.close();
  }
  const sizes = await Promise.all([...scripts].map(gzipSize));
  return { cold, gzipBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/**
 * With an active service worker and an hour of study in the browser. The sounds of the words are
 * fetched one by one for minutes, so loads and answers are measured beside that.
 */
async function installedLoads(page: Page, context: BrowserContext): Promise<number[]> {
  const kit = page.waitForResponse((reply) => reply.url().includes("/api/study/kit"));
  await page.goto("/");
  await kit;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await slowDown(await context.newCDPSession(page));
  const loads: number[] = [];
  for (let load = 0; load < LOADS; load += 1) loads.push(await firstQuestion(page));
  return loads;
}

async function study(service: TestService, page: Page, context: BrowserContext): Promise<Studied> {
  const words = await vocabularyOf(service, BOOK);
  const times = new Map<string, number>();
  // Misses every word once, so that its help is shown as well.
  const knows = (text: string) => {
    times.set(text, (times.get(text) ?? 0) + 1);
    return (times.get(text) ?? 0) > 1;
  };
  const session = await context.newCDPSession(page);
  await answerAll(page, words, knows, WARM_ANSWERS);
  const before = await heapMiB(session);
  await page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched };
    watched.feedbackMs.length = 0;
    watched.longTasksMs.length = 0;
  });
  await answerAll(page, words, knows, TIMED_ANSWERS);
  const { feedbackMs, longTasksMs } = await watchedOf(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  let answers = WARM_ANSWERS + TIMED_ANSWERS;
  while (answers < ANSWERS) {
    const more = await answerAll(page, words, knows, ANSWERS - answers);
    answers += more.answers.length;
    if (answers < ANSWERS) await page.keyboard.press("Space");
  }
  return { feedbackMs, longTasksMs, grownMiB: (await heapMiB(session)) - before };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

/** Milliseconds from the start of the navigation to the question on screen. */
async function firstQuestion(page: Page): Promise<number> {
  await page.goto("/study", { waitUntil: "commit" });
  // Negative between the first sight and the paint.
  await page.waitForFunction(
    () => ((window as unknown as { watched?: Watched }).watched?.firstQuestionMs ?? -1) >= 0,
  );
  return (await watchedOf(page)).firstQuestionMs ?? Number.NaN;
}

async function watchedOf(page: Page): Promise<Watched> {
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched);
}

/** Runs in every page before its own scripts. */
function watch(): void {
  const watched: Watched = { feedbackMs: [], longTasksMs: [] };
  (window as unknown as { watched: Watched }).watched = watched;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasksMs.push(duration);
  }).observe({ entryTypes: ["longtask"] });

  // Called after the frame with the change.
  const painted = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  let pressedAt: number | undefined;
  addEventListener("keydown", (event) => (pressedAt = event.timeStamp), { capture: true });
  new MutationObserver(() => {
    if (watched.firstQuestionMs === undefined && document.querySelector("main h1 [lang]")) {
      watched.firstQuestionMs = -1;
      // Others begin to load from now on.
      const files = performance.getEntriesByType("resource").map(({ name }) => name);
      watched.scripts = files.filter((url) => new URL(url).pathname.endsWith(".js"));
      painted(() => (watched.firstQuestionMs = performance.now()));
    }
    // Judged: the options are disabled.
    const at = pressedAt;
    if (at !== undefined && document.querySelector("main ol button:disabled")) {
      pressedAt = undefined;
      painted(() => watched.feedbackMs.push(performance.now() - at));
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

async function heapMiB(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}
