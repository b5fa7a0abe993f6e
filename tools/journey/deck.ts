import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { withDeck } from "@wordloom/imports/open-for-tests";
import { answerAll } from "@wordloom/testing/browser/answerer";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { openContext, openPage, settled } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { buildApps } from "../apps/build-for-tests.ts";
import { deckOfYears } from "./deck/deck-file.ts";
import {
  linesOf,
  met,
  numberIn,
  photograph,
  print,
  readNumbers,
  same,
  type Evening,
  type Numbers,
  type Worth,
} from "./deck/deck-screens.ts";
import { register } from "./first-run.ts";

const LEARNER = { email: "ada@example.org", username: "Ada", password: "Lovelace1815" };
const FILE = "Deutsch.apkg";
const ANSWERS = 10;
const DESK = { width: 1440, height: 900, locale: "en-GB" } as const;
/** Patience on a busy machine. */
const WAIT_MS = 60_000;

/**
 * The evening on which a learner arrives with a deck and three years of reviews: what it is worth,
 * the backlog spread over some days, ten cards, the deck out again, and the import taken back.
 * Numbers that stand on two screens are compared.
 *
 * @param folder  folder of the photographs
 * @returns everything that was wrong, including errors of the pages
 */
export async function run(folder = "photographs/deck"): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  await buildApps();
  const service = await openService();
  try {
    // A Monday evening.
    const nowMs = new Date("2026-11-23T19:30:00+01:00").getTime();
    service.advance(nowMs - Date.now());
    const { page, faults } = await browse(service, nowMs, DESK.locale);
    const { bytes, facts } = deckOfYears(nowMs);
    await register(page, LEARNER);
    const chinese = await signedIn(service, nowMs, faults);
    const shown = { page, chinese, folder, faults };
    const evening = { service, startMs: nowMs, deck: facts, ...shown };
    await live(evening, bytes).catch((error: unknown) => {
      faults.push(error instanceof Error ? error.message : String(error));
    });
    console.log(`\nPhotographs: ${folder}`);
    return faults;
  } finally {
    await closeBrowser();
    await service.close();
  }
}

async function browse({ url }: TestService, nowMs: number, locale: string) {
  const context = await openContext(url, { ...DESK, locale });
  await context.clock.install({ time: nowMs });
  const opened = await openPage(context);
  opened.page.setDefaultTimeout(WAIT_MS);
  return opened;
}

/** The same learner at another device, which speaks Chinese. */
async function signedIn(service: TestService, nowMs: number, faults: string[]): Promise<Page> {
  const { page } = await browse(service, nowMs, "zh-CN");
  await page.goto("/sign-in");
  await page.locator("input[type=email]").fill(LEARNER.email);
  await page.locator("input[type=password]").fill(LEARNER.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
  page.on("pageerror", (error) => faults.push(`in Chinese: ${String(error)}`));
  return page;
}

async function live(evening: Evening, bytes: Buffer): Promise<void> {
  await chooseNothing(evening);
  await bring(evening, bytes);
  const worth = await runImport(evening);
  const before = await compareScreens(evening, worth);
  await spread(evening, worth);
  const studied = await study(evening);
  const after = await lookBack(evening, before);
  await takeOut(evening, before);
  await takeBack(evening, worth, after, studied);
}

/** The end of the first run, with ten words a day and without a book of the service. */
async function chooseNothing({ page }: Evening): Promise<void> {
  const proposed = page.locator("main input[type=checkbox]:checked");
  await proposed.first().waitFor();
  while ((await proposed.count()) > 0) await proposed.first().uncheck();
  await page.getByRole("button", { name: "Skip" }).click();
  await page.waitForURL("**/study");
}

async function bring(evening: Evening, buffer: Buffer): Promise<void> {
  const { page, deck } = evening;
  await page.goto("/books");
  await page.getByRole("button", { name: "Import your words", exact: true }).click();
  const file = { name: FILE, mimeType: "application/octet-stream", buffer };
  await page.getByLabel("From a file").setInputFiles(file);
  await page.getByRole("heading", { level: 1, name: FILE }).waitFor();
  const sum = page.getByText(/^\d+ notes: /).first();
  await sum.waitFor();
  const lines = await linesOf(page);
  print("The deck, before the import", lines, 40);
  same(evening, "notes of the deck", {
    deck: deck.notes,
    plan: numberIn(lines, /^(\d+) notes: /),
    button: numberIn(lines, /^Import (\d+) words$/),
  });
  same(evening, "reviews of the deck", {
    deck: deck.reviews,
    plan: numberIn(lines, /^The deck has ([\d,]+) reviews$/),
  });
  await photograph(evening, "1-mapping");
}

async function runImport(evening: Evening): Promise<Worth> {
  const { page, deck } = evening;
  await page.getByRole("button", { name: /^Import \d+ words$/ }).click();
  const bar = page.getByRole("progressbar").first();
  if (await bar.isVisible().catch(() => false)) await photograph(evening, "2-progress");
  await page.getByText(/^(You have known|None of these)/).waitFor();
  const lines = await linesOf(page);
  print("What it is worth", lines);
  const worth = {
    address: new URL(page.url()).pathname,
    known: numberIn(lines, /^You have known (\d+) of these/),
    learning: numberIn(lines, /still learning (\d+) words?/) || 0,
    due: numberIn(lines, /^Due today: (\d+) words?/) || 0,
  };
  same(evening, "words of the deck", {
    deck: deck.notes,
    result: worth.known + worth.learning + deck.fresh,
    added: numberIn(lines, /^Added (\d+) words/),
  });
  same(evening, "new words", { deck: deck.fresh, result: numberIn(lines, /(\d+) words are new/) });
  same(evening, "reviews", { deck: deck.reviews, result: numberIn(lines, /^([\d,]+) reviews on/) });
  same(evening, "days", { deck: deck.days, result: numberIn(lines, /reviews on ([\d,]+) days/) });
  same(evening, "messages of badges", {
    expected: 0,
    shown: await page.getByText("New badge").count(),
  });
  await photograph(evening, "3-result");
  return worth;
}

/** What the other screens make of the years. */
async function compareScreens(evening: Evening, worth: Worth): Promise<Numbers> {
  const { deck, page } = evening;
  const numbers = await readNumbers(evening);
  print("Words and Progress", [JSON.stringify(numbers), ...(await linesOf(page))], 50);
  same(evening, "due words", { result: worth.due, Words: numbers.due });
  same(evening, "own words", { deck: deck.notes, Words: numbers.own });
  same(evening, "answers", { deck: deck.reviews, Progress: numbers.answers });
  same(evening, "days of the year", { deck: deck.daysOfYear, Progress: numbers.days });
  same(evening, "words met", { result: worth.known + worth.learning, Progress: met(numbers) });
  await compareStates(evening, numbers);
  await page.goto("/progress?range=90");
  await photograph(evening, "4-progress-screen");
  return numbers;
}

async function compareStates(evening: Evening, { states }: Numbers): Promise<void> {
  for (const [state, count] of Object.entries(states)) {
    await evening.page.goto(`/words?filter=state&state=${state}`);
    const Words = numberIn(await linesOf(evening.page), /^([\d,]+) words?$/) || 0;
    same(evening, `words ${state}`, { Progress: count, Words });
  }
}

/** Today, as the page of the import announces it, and its offer. */
async function spread(evening: Evening, worth: Worth): Promise<void> {
  const { page } = evening;
  await page.goto(worth.address);
  await page.getByRole("button", { name: "Study these words" }).click();
  await page.waitForURL((url) => url.pathname !== worth.address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  same(evening, "where much that is due is studied", {
    expected: "/",
    shown: new URL(page.url()).pathname,
  });
  const lines = await linesOf(page);
  print("Today", lines, 30);
  const due = numberIn(lines, /^([\d,]+) reviews?[, ]/);
  const fresh = numberIn(lines, /(\d+) new words?/) || 0;
  same(evening, "due words", { result: worth.due, Today: due });
  same(evening, "words ready", {
    headline: numberIn(lines, /^([\d,]+) words? (?:is|are) ready/),
    plan: due + fresh,
  });
  await photograph(evening, "5-today-offer");
  const accept = page.getByRole("button", { name: /^\d+ a day$/ });
  if ((await accept.count()) === 0) return void evening.faults.push("Today offers no portions");
  const portion = Number.parseInt(await accept.innerText(), 10);
  await accept.click();
  await page.getByText(`Catching up: ${portion} reviews a day.`).waitFor();
  const spreadLines = await linesOf(page);
  print("Today, spread", spreadLines, 30);
  same(evening, "reviews of today", {
    portion,
    Today: numberIn(spreadLines, /^([\d,]+) reviews?[, ]/),
  });
  same(evening, "reviews of other days", {
    portion: worth.due - portion,
    Today: numberIn(spreadLines, /([\d,]+) more reviews? on the following days/),
  });
  await photograph(evening, "6-today-spread");
}

/** @returns the words that were answered */
async function study(evening: Evening): Promise<ReadonlySet<string>> {
  const { page, deck } = evening;
  await page.goto("/study");
  const words = [...deck.words];
  const vocabulary = {
    meaningOf: deck.words,
    textOf: new Map(words.map(([text, meaning]) => [meaning, text])),
  };
  const session = await answerAll(page, vocabulary, (text) => !text.startsWith("Stadt"), ANSWERS);
  print("Study", [
    ...session.introduced.map((text) => `new: ${text}`),
    ...session.answers.map(({ text, isCorrect }) => `${isCorrect ? "right" : "wrong"}: ${text}`),
  ]);
  await untilStored(evening, deck.reviews + ANSWERS);
  await page.goto("/");
  const lines = await linesOf(page);
  print("Today, after ten cards", lines, 30);
  same(evening, "answers of today", {
    given: ANSWERS,
    Today: Number(
      await page
        .getByLabel(/^\d+ answers today, /)
        .first()
        .innerText(),
    ),
  });
  await photograph(evening, "7-today-after");
  return new Set(session.answers.map(({ text }) => text));
}

/** Waits for the last answer, which the app keeps for five seconds to allow undo. */
async function untilStored({ service, page }: Evening, count: number): Promise<void> {
  const { database } = service.app.deps;
  const untilMs = Date.now() + WAIT_MS;
  for (;;) {
    const { n } = await database
      .selectFrom("records")
      .select((query) => query.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    if (Number(n) >= count) return;
    if (Date.now() > untilMs) throw new Error(`${n} answers at the service instead of ${count}`);
    await page.waitForTimeout(200);
  }
}

async function lookBack(evening: Evening, before: Numbers): Promise<Numbers> {
  const { page } = evening;
  const after = await readNumbers(evening);
  print(
    "Words and Progress, after ten cards",
    [JSON.stringify(after), ...(await linesOf(page))],
    8,
  );
  same(evening, "answers", { before: before.answers + ANSWERS, Progress: after.answers });
  same(evening, "days of the year", { before: before.days + 1, Progress: after.days });
  await compareStates(evening, after);
  await page.goto("/");
  const lines = await linesOf(page);
  const shown = numberIn(lines, /^([\d,]+) reviews?[, ]/) || 0;
  const held = numberIn(lines, /([\d,]+) more reviews? on the following days/) || 0;
  same(evening, "due words", { Today: shown + held, Words: after.due });
  return after;
}

/** The deck out again, as Anki would read it. */
async function takeOut(evening: Evening, before: Numbers): Promise<void> {
  const { page, deck, service } = evening;
  await page.goto("/settings/account");
  await settled(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download decks" }).click();
  const file = await waiting;
  const bytes = await readFile(await file.path());
  const nowMs = service.app.deps.clock.nowMs();
  await page.getByText(/^Saved to your downloads\.$/).waitFor();
  const out = await withDeck(
    bytes,
    ({ kind, cards, reviews, notes, problems }) => ({
      kind,
      notes: [...notes()].length,
      answers: reviews.answerCount,
      ofTonight: [...cards.values()]
        .flat()
        .flatMap((card) => reviews.of(card))
        .filter(({ id, rating }) => rating > 0 && id >= evening.startMs).length,
      problems: problems.count,
    }),
    file.suggestedFilename(),
    nowMs,
  );
  print("The deck, out again", [`${file.suggestedFilename()}: ${JSON.stringify(out)}`]);
  same(evening, "notes of the deck", { before: deck.notes, out: out.notes });
  same(evening, "reviews of the deck", { before: before.answers + ANSWERS, out: out.answers });
  same(evening, "answers of the evening", { given: ANSWERS, out: out.ofTonight });
  same(evening, "unreadable parts of the deck", { expected: 0, out: out.problems });
  await photograph(evening, "8-settings");
}

/** Everything of the deck goes, except the answers given here and their words. */
async function takeBack(
  evening: Evening,
  worth: Worth,
  after: Numbers,
  studied: ReadonlySet<string>,
): Promise<void> {
  const { page } = evening;
  await page.goto(worth.address);
  await page.getByRole("button", { name: "Undo this import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await page.getByText("This import was undone.").waitFor();
  print("Undone", await linesOf(page));
  await photograph(evening, "9-taken-back");
  const left = await readNumbers(evening);
  print("Words and Progress, without the deck", [JSON.stringify(left)]);
  same(evening, "answers", { given: after.answers - evening.deck.reviews, Progress: left.answers });
  same(evening, "days of the year", { given: 1, Progress: left.days });
  same(evening, "own words", { studied: studied.size, Words: left.own });
  same(evening, "words met", { studied: studied.size, Progress: met(left) });
  await compareStates(evening, left);
  await page.goto("/");
  const lines = await linesOf(page);
  print("Today, without the deck", lines, 30);
  same(evening, "what Today says without a list", {
    expected: true,
    shown: lines.includes("What would you like to learn?"),
  });
  same(evening, "plans without a list", {
    expected: 0,
    shown: await page.getByLabel(/ planned\.$/).count(),
  });
  same(evening, "due words", {
    Words: left.due,
    Today: numberIn(lines, /^([\d,]+) reviews?[, ]/) || 0,
  });
  await photograph(evening, "9-today-without");
}
