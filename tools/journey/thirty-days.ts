import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { StudyToday } from "@wordloom/contract";
import { answerAll, vocabularyOf, type Vocabulary } from "@wordloom/testing/browser/answerer";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import {
  newcomer,
  newLearner,
  registeredLearner,
  type Learner,
} from "@wordloom/testing/browser/learners";
import { settled } from "@wordloom/testing/browser/pages";
import { newVisit } from "@wordloom/testing/browser/visits";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { remindOfOverdueWords } from "@wordloom/server/features/study/reminders/reminders.service";
import { DAY_MS } from "@wordloom/server/platform/time/durations";
import { beginBook, register } from "./first-run.ts";
import {
  checkEvening,
  checkHistory,
  checkMorning,
  readMorning,
  type Diary,
  type Studied,
} from "./thirty-days-lines.ts";
import { createMemory, kinds, type Kind } from "./thirty-days-memory.ts";

/** `DAYS` shortens the month while one works on this journey. */
const DAYS = Number(process.env["DAYS"] ?? 30);
const BOOK = "English: first 1,000 words";
const DESK = { width: 1440, height: 900, locale: "en-GB" } as const;
/** Longer than the app holds an answer for undo. */
const HELD_MS = 6_000;
/** Words missed late in a session may be due again the same morning. */
const SESSIONS_MAX = 4;
const PICTURED: readonly number[] = [1, 2, 3, 7, 14, 30];

interface Month {
  readonly service: TestService;
  readonly folder: string;
  readonly vocabulary: Vocabulary;
  readonly startMs: number;
}

interface Life {
  readonly kind: Kind;
  readonly learner: Learner;
  readonly memory: ReturnType<typeof createMemory>;
  readonly diary: Diary;
  /** Whether the learner is on the first card, straight from the first run. */
  isBegun: boolean;
}

/**
 * Three learners live through thirty days in a real browser: what Today said each morning, beside
 * what could be studied.
 *
 * @param folder of the photographs
 * @returns each line of a screen that contradicts another one, or what was studied
 */
export async function run(folder = "photographs/thirty-days"): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const service = await openService({ JWT_EXPIRES_IN_HOURS: "48" });
  try {
    // A Monday morning in the learners' zone.
    const startMs = new Date("2026-03-02T07:30:00+01:00").getTime();
    service.advance(startMs - Date.now());
    const vocabulary = await vocabularyOf(service, BOOK);
    const month = { service, folder, vocabulary, startMs };
    const lives: Life[] = [];
    for (const [index, kind] of kinds.entries()) lives.push(await begin(month, kind, index));
    for (let day = 0; day < DAYS; day += 1) {
      await dawn(month, day);
      const lines = await Promise.all(lives.map((life) => live(month, life, day)));
      console.log(lines.join("\n"));
    }
    const faults = lives.flatMap(({ kind, diary, learner }) =>
      [...diary.faults, ...learner.faults].map((fault) => `${kind.name}: ${fault}`),
    );
    console.log(`\nPhotographs: ${folder}`);
    return faults;
  } finally {
    await closeBrowser();
    await service.close();
  }
}

async function begin(month: Month, kind: Kind, index: number): Promise<Life> {
  const learner = kind.isNewcomer ? await firstRun(month) : await setUp(month);
  const diary: Diary = {
    faults: [],
    known: new Set(),
    answered: 0,
    streak: 0,
    away: 0,
    announced: null,
  };
  learner.page.setDefaultTimeout(30_000);
  const memory = createMemory(kind, index + 1);
  return { kind, learner, memory, diary, isBegun: kind.isNewcomer };
}

/** From the welcome page to the first card, as learners come. */
async function firstRun({ service, startMs }: Month): Promise<Learner> {
  const visit = await newVisit(service.url, DESK);
  await visit.context.clock.install({ time: startMs });
  const entries = newcomer("Ada");
  await register(visit.page, entries);
  await visit.page.getByRole("checkbox", { name: BOOK }).waitFor();
  await beginBook(visit.page);
  return registeredLearner(service, visit, entries.email);
}

async function setUp({ service, startMs }: Month): Promise<Learner> {
  const learner = await newLearner(service, DESK);
  const books = await learner.ask<{ id: string; name: string }[]>("GET", "/api/wordbooks/system");
  const book = books.find(({ name }) => name === BOOK);
  if (book === undefined) throw new Error(`there is no book "${BOOK}"`);
  const chosen = { selectedWordbookIds: [book.id], dailyWordCount: 10 };
  await learner.ask("PUT", "/api/study-config", chosen);
  await learner.context.clock.install({ time: startMs });
  return learner;
}

/** Moves the clock that all share to the next morning, when reminders are made. */
async function dawn({ service, startMs }: Month, day: number): Promise<void> {
  const { deps } = service.app;
  service.advance(Math.max(0, startMs + day * DAY_MS - deps.clock.nowMs()));
  await remindOfOverdueWords(deps, new AbortController().signal);
}

/** @returns the learner's day in two lines */
async function live(month: Month, life: Life, day: number): Promise<string> {
  const { learner, kind, diary } = life;
  const { clock } = month.service.app.deps;
  const title = `Day ${day + 1}, ${kind.name}`;
  if (day >= kind.away[0] && day <= kind.away[1]) {
    Object.assign(diary, { streak: 0, away: diary.away + 1, announced: null });
    return `${title}: away`;
  }
  await learner.context.clock.setSystemTime(clock.nowMs());
  if (!life.isBegun) {
    await learner.signInAgain();
    await learner.page.goto("/");
    await settled(learner.page);
  }
  const fault = (text: string) => {
    console.error(`${title}: ${text}`);
    diary.faults.push(`day ${day + 1}: ${text}`);
  };
  const morning = await readMorning(month.service, learner, life.isBegun);
  checkMorning(diary, morning, fault);
  const picture = async (name: string) => {
    if (!PICTURED.includes(day + 1)) return;
    const file = `${kind.name.replace(" ", "-")}-${String(day + 1).padStart(2, "0")}-${name}.png`;
    await learner.page.screenshot({ path: join(month.folder, file), fullPage: true });
  };
  await picture("today");
  const studied = await study(month, life, morning.today, fault);
  diary.streak += 1;
  diary.away = 0;
  const evening = await checkEvening(diary, learner, fault);
  await picture("evening");
  if (PICTURED.includes(day + 1)) await checkHistory(diary, learner, studied, fault);
  await picture("progress");
  return (
    `${title}: "${morning.headline}" ${morning.plan}\n` +
    `    studied ${studied.reviewed} reviews and ${studied.introduced} new words, ` +
    `${studied.answers} answers, ${studied.right} right; then "${evening}"`
  );
}

type Report = (fault: string) => void;

/** Studies until Today says that nothing is left. */
async function study(month: Month, life: Life, today: StudyToday, fault: Report): Promise<Studied> {
  const { page, ask, context } = life.learner;
  const { diary, memory } = life;
  const nowDays = () => month.service.app.deps.clock.nowMs() / DAY_MS;
  const asked = new Set<string>();
  const introduced = new Set<string>();
  let [session, answers, right] = [0, 0, 0];
  for (;;) {
    session += 1;
    if (session > SESSIONS_MAX) throw new Error("the day's plan does not come to an end");
    if (!life.isBegun) await page.keyboard.press("Space");
    life.isBegun = false;
    await page.waitForURL(/\/study/);
    const given = await answerAll(page, month.vocabulary, (text) => memory.answer(text, nowDays()));
    const words = new Set(given.answers.map(({ text }) => text));
    if (session === 1) comparePlan(today, new Set(given.introduced).size, words.size, fault);
    for (const text of given.introduced) {
      introduced.add(text);
      diary.known.add(text);
    }
    for (const text of words) asked.add(text);
    answers += given.answers.length;
    right += given.answers.filter(({ isCorrect }) => isCorrect).length;
    await context.clock.fastForward(HELD_MS);
    await untilApplied(month, life, diary.answered + answers);
    await page.goto("/");
    await settled(page);
    const { due, new: fresh } = await ask<StudyToday>("GET", "/api/study/today");
    if (due + fresh === 0) break;
  }
  diary.answered += answers;
  const reviewed = [...asked].filter((text) => !introduced.has(text)).length;
  return { sessions: session, introduced: introduced.size, reviewed, answers, right };
}

function comparePlan(today: StudyToday, introduced: number, asked: number, fault: Report): void {
  const { due, new: fresh } = today;
  if (introduced !== fresh) fault(`${fresh} new words planned, ${introduced} shown`);
  if (asked !== due + fresh) fault(`${due} + ${fresh} words planned, ${asked} asked`);
}

/** Waits until the service has applied every answer. */
async function untilApplied({ service }: Month, { learner }: Life, count: number): Promise<void> {
  for (;;) {
    const { n } = await service.app.deps.database
      .selectFrom("records")
      .where("user_id", "=", learner.id)
      .select((query) => query.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    if (Number(n) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
