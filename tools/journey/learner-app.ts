import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { answerAll, vocabularyOf, type Session } from "@wordloom/testing/browser/answerer";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { openContext, openPage, settled } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { DAY_MS } from "@wordloom/server/platform/time/durations";
import { beginBook, register } from "./first-run.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "Lovelace1815";
/** Sessions a day after the first. */
const MORE_MAX = 3;
const PHONE = { width: 390, height: 844, locale: "en-GB", serviceWorkers: true } as const;
const BOOK = "English: first 1,000 words";
const NEW_A_DAY = "ArrowLeft";

/** The days of the week, each with its peculiarity. */
const days = [
  { title: "Monday: the first run" },
  { title: "Tuesday" },
  { title: "Wednesday, on a train without network", offline: true },
  { title: "Thursday: too busy", skipped: true },
  { title: "Friday" },
  { title: "Saturday, dark outside", theme: "dark" },
  { title: "Sunday" },
] as const;

interface Week {
  readonly service: TestService;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly folder: string;
  readonly faults: string[];
  readonly answers: { text: string; isCorrect: boolean }[];
}

/**
 * A learner's first week in a real browser on a phone, with the real service and a shared clock:
 * the screens, day by day.
 *
 * @param folder  folder of the photographs
 * @returns answers missing at the service or stored twice, and errors of the page
 */
export async function run(folder = "photographs/learner-app"): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const service = await openService();
  try {
    const context = await openContext(service.url, PHONE);
    // A Monday morning.
    const startMs = new Date("2026-11-23T07:30:00+01:00").getTime();
    service.advance(startMs - Date.now());
    await context.clock.install({ time: startMs });
    const { page, faults } = await openPage(context);
    page.setDefaultTimeout(30_000);
    const week = { service, context, page, folder, faults, answers: [] };
    await firstRun(week);
    for (const [index, day] of days.entries()) await live(week, day, index, startMs);
    await lookBack(week);
    const missing = await compare(week);
    await context.close();
    console.log(`\nPhotographs: ${folder}`);
    return [...missing, ...faults];
  } finally {
    await closeBrowser();
    await service.close();
  }
}

async function firstRun({ page, folder }: Week): Promise<void> {
  const picture = (name: string) => page.screenshot({ path: join(folder, `0-${name}.png`) });
  await register(page, { email: EMAIL, username: "Ada", password: PASSWORD }, picture);
  await page.getByRole("checkbox", { name: BOOK }).waitFor();
  await page.getByRole("slider").press(NEW_A_DAY);
  await picture("books");
  await beginBook(page);
}

type Day = (typeof days)[number];

async function live(week: Week, day: Day, index: number, startMs: number): Promise<void> {
  const { service, context, page, folder } = week;
  const number = index + 1;
  console.log(`\n${day.title}`);
  if (index > 0) {
    // Time left over from the day before belongs to the new one.
    const nowMs = await page.evaluate(() => Date.now());
    const stepMs = startMs + index * DAY_MS - nowMs;
    service.advance(stepMs);
    await context.clock.setSystemTime(nowMs + stepMs);
  }
  if ("skipped" in day) return console.log("  Wordloom stays closed.");
  if ("theme" in day) await page.emulateMedia({ colorScheme: day.theme });
  if (index > 0) {
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("link", { name: "Study" }).first().waitFor();
    print(await textsOf(page, "main h1, main h1 ~ p, main p"), 4);
    await page.screenshot({ path: join(folder, `${number}-today.png`), fullPage: true });
    if ("offline" in day) await context.setOffline(true);
    await page.keyboard.press("Space");
  }
  await studyOnce(week, day, index);
  await page.screenshot({ path: join(folder, `${number}-done.png`), fullPage: true });
  for (let more = 0; !(await isThrough(week)); more += 1) {
    if (more === MORE_MAX) throw new Error("the day's plan does not come to an end");
    await page.keyboard.press("Space");
    await studyOnce(week, day, index);
  }
}

async function studyOnce(week: Week, day: Day, index: number): Promise<void> {
  const { service, context, page } = week;
  const session = await answerAll(page, await vocabularyOf(service, BOOK), knowing(index));
  week.answers.push(...session.answers);
  printSession(session);
  if ("offline" in day) {
    console.log("  (the train leaves the tunnel)");
    await context.setOffline(false);
  }
  await page.getByRole("link", { name: "That’s enough for now" }).waitFor();
  await untilStored(week);
  await page.getByRole("heading", { name: "Next reviews" }).waitFor();
  print(await textsOf(page, "main h1, main h1 ~ p"), 4);
}

/** Whether the plan is done, on the first screen. A missed word may replace a new one. */
async function isThrough({ page }: Week): Promise<boolean> {
  await page.getByRole("link", { name: "That’s enough for now" }).click();
  // Missed words may come back later on the same day.
  const through = page.getByRole("heading", { name: /^You’re done for (today|now)/ });
  const { due, new: fresh } = await page.evaluate(async () => {
    const reply = await fetch("/api/study/today");
    return ((await reply.json()) as { data: { due: number; new: number } }).data;
  });
  if (due + fresh > 0) return false;
  await through.waitFor();
  return true;
}

/** Waits for the last answer, which the app keeps for five seconds to allow undo. */
async function untilStored({ service, answers }: Week): Promise<void> {
  const { database } = service.app.deps;
  for (let stored = -1; stored < answers.length;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { n } = await database
      .selectFrom("records")
      .select((query) => query.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    stored = n;
  }
}

async function lookBack({ page, folder, service }: Week): Promise<void> {
  console.log("\nLooking back");
  await page.goto("/progress");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
  print(await textsOf(page, "main h2, main h2 + p"));
  await page.screenshot({ path: join(folder, "8-progress.png"), fullPage: true });
  const word = await service.app.deps.database
    .selectFrom("records")
    .innerJoin("words", "words.id", "records.word_id")
    .select(["words.id", "words.text"])
    .where("records.is_correct", "=", 0)
    .orderBy("records.created_at_ms")
    .executeTakeFirst();
  if (word === undefined) return;
  await page.goto(`/words/${word.id}`);
  await page.getByRole("heading", { level: 1, name: word.text }).waitFor();
  await settled(page);
  print([`"${word.text}", missed in the week:`, ...(await textsOf(page, "main h2 ~ p"))], 6);
  await page.screenshot({ path: join(folder, "8-word.png"), fullPage: true });
}

/** @returns answers that the service lacks or has twice */
async function compare({ service, answers }: Week): Promise<string[]> {
  const stored = await service.app.deps.database
    .selectFrom("records")
    .innerJoin("words", "words.id", "records.word_id")
    .select(["words.text", "records.is_correct"])
    .execute();
  const count = (rows: readonly { text: string }[]) => {
    const counts = new Map<string, number>();
    for (const { text } of rows) counts.set(text, (counts.get(text) ?? 0) + 1);
    return counts;
  };
  const [given, kept] = [count(answers), count(stored)];
  console.log(`\n${answers.length} answers given, ${stored.length} at the service.`);
  return [...new Set([...given.keys(), ...kept.keys()])]
    .filter((text) => given.get(text) !== kept.get(text))
    .map((text) => `${text}: ${given.get(text) ?? 0} given, ${kept.get(text) ?? 0} stored`);
}

/** About one in seven words is unknown, depending only on the word and the day. */
function knowing(day: number): (text: string) => boolean {
  const asked = new Map<string, number>();
  return (text) => {
    const times = (asked.get(text) ?? 0) + 1;
    asked.set(text, times);
    const draw = [...text].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), day);
    return times > 1 || Math.abs(draw) % 7 !== 3;
  };
}

async function textsOf(page: Page, selector: string): Promise<string[]> {
  const texts = await page.locator(selector).allInnerTexts();
  const lines = texts.map((text) => text.replaceAll(/\s+/g, " ").trim());
  return [...new Set(lines.filter((text) => text !== ""))];
}

function print(lines: readonly string[], max = Infinity): void {
  for (const line of lines.slice(0, max)) console.log(`  ${line}`);
}

function printSession({ introduced, answers, suggestions }: Session): void {
  const right = answers.filter(({ isCorrect }) => isCorrect).length;
  const missed = answers.filter(({ isCorrect }) => !isCorrect).map(({ text }) => text);
  const news = introduced.length === 0 ? "no new words" : `${introduced.length} new words`;
  console.log(`  … ${answers.length} questions, ${right} right, ${news}.`);
  if (missed.length > 0) console.log(`  Missed: ${missed.join(", ")}.`);
  if (suggestions > 0) console.log(`  ${suggestions} suggestion(s) in between.`);
}
