import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { StudyForecast, StudyToday } from "@wordloom/contract";
import { answerAll, vocabularyOf, type Vocabulary } from "@wordloom/testing/browser/answerer";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { settled } from "@wordloom/testing/browser/pages";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import { DAY_MS } from "@wordloom/server/platform/time/durations";
import { createMemory, kinds, type Kind } from "./thirty-days-memory.ts";

const DAYS = 30;
const BOOK = "English: first 1,000 words";
const DESK = { width: 1440, height: 900, locale: "en-GB" } as const;
/** Words missed late in a session may be due again the same morning. */
const SESSIONS_MAX = 4;

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
  readonly faults: string[];
  answered: number;
  /** Days in a row with an answer, up to yesterday. */
  streak: number;
  /** Reviews that the forecast announced for the next day. */
  announced: number | null;
}

/** What the learner reads on the first screen, and what the service says about the same day. */
interface Morning {
  readonly headline: string;
  readonly plan: string;
  readonly today: StudyToday;
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
  const service = await openService({ JWT_EXPIRES_IN_HOURS: "1000" });
  try {
    // A Monday morning in the learners' zone.
    const startMs = new Date("2026-03-02T07:30:00+01:00").getTime();
    service.advance(startMs - Date.now());
    const vocabulary = await vocabularyOf(service, BOOK);
    const month = { service, folder, vocabulary, startMs };
    const lives: Life[] = [];
    for (const [index, kind] of kinds.entries()) lives.push(await begin(month, kind, index));
    for (let day = 0; day < DAYS; day += 1) {
      for (const life of lives) await live(month, life, day);
    }
    const faults = lives.flatMap(({ kind, faults: found, learner }) =>
      [...found, ...learner.faults].map((fault) => `${kind.name}: ${fault}`),
    );
    console.log(`\nPhotographs: ${folder}`);
    return faults;
  } finally {
    await closeBrowser();
    await service.close();
  }
}

async function begin({ service, startMs }: Month, kind: Kind, index: number): Promise<Life> {
  const learner = await newLearner(service, DESK);
  const books = await learner.ask<{ id: string; name: string }[]>("GET", "/api/wordbooks/system");
  const book = books.find(({ name }) => name === BOOK);
  if (book === undefined) throw new Error(`there is no book "${BOOK}"`);
  const chosen = { selectedWordbookIds: [book.id], dailyWordCount: 10 };
  await learner.ask("PUT", "/api/study-config", chosen);
  await learner.context.clock.install({ time: startMs });
  learner.page.setDefaultTimeout(30_000);
  const memory = createMemory(kind, index + 1);
  return { kind, learner, memory, faults: [], answered: 0, streak: 0, announced: null };
}

async function live(month: Month, life: Life, day: number): Promise<void> {
  const { service, startMs } = month;
  const { learner, kind } = life;
  const morningMs = startMs + day * DAY_MS;
  const nowMs = service.app.deps.clock.nowMs();
  // The learners share a clock: a day's later mornings begin where the others stopped.
  if (morningMs > nowMs) service.advance(morningMs - nowMs);
  await learner.context.clock.setSystemTime(service.app.deps.clock.nowMs());
  const title = `Day ${day + 1}, ${kind.name}`;
  if (day >= kind.away[0] && day <= kind.away[1]) {
    life.streak = 0;
    life.announced = null;
    return console.log(`${title}: away`);
  }
  await learner.signInAgain();
  const morning = await wakeUp(life);
  const fault = (text: string) => life.faults.push(`day ${day + 1}: ${text}`);
  checkMorning(life, morning, fault);
  const isPictured = [0, 1, 2, 6, 13, 29].includes(day);
  const picture = async (name: string) => {
    if (!isPictured) return;
    const file = `${kind.name.replace(" ", "-")}-${String(day + 1).padStart(2, "0")}-${name}.png`;
    await learner.page.screenshot({ path: join(month.folder, file), fullPage: true });
  };
  await picture("today");
  const studied = await study(month, life, morning, fault);
  await picture("done");
  life.streak += 1;
  const evening = await checkEvening(life, studied, fault);
  await picture("evening");
  console.log(
    `${title}: "${morning.headline}" ${morning.plan}\n` +
      `    studied ${studied.reviewed} reviews and ${studied.introduced} new words, ` +
      `${studied.answers} answers, ${studied.right} right; then "${evening}"`,
  );
}

async function wakeUp({ learner: { page, ask } }: Life): Promise<Morning> {
  await page.goto("/");
  await settled(page);
  const headline = (await page.locator("main h1").first().innerText()).trim();
  const texts = await page.locator("main p").allInnerTexts();
  const today = await ask<StudyToday>("GET", "/api/study/today");
  const plan = texts.find((text) => /minute|review|new word/.test(text)) ?? "";
  return { headline, plan: plan.replaceAll(/\s+/g, " "), today };
}

type Report = (fault: string) => void;

function checkMorning(life: Life, { headline, plan, today }: Morning, fault: Report): void {
  const { due, new: fresh } = today;
  const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number);
  const all = due + fresh;
  const said = numbers(headline)[0];
  if (all > 0 && said !== all && said !== fresh) {
    fault(`the headline says "${headline}", the plan has ${due} reviews and ${fresh} new words`);
  }
  if (due > 0 && fresh > 0 && !(numbers(plan).includes(due) && numbers(plan).includes(fresh))) {
    fault(`the plan says "${plan}" of ${due} reviews and ${fresh} new words`);
  }
  if (life.announced !== null && life.announced !== due) {
    fault(`yesterday announced ${life.announced} reviews for today, there are ${due}`);
  }
}

interface Studied {
  readonly introduced: number;
  readonly reviewed: number;
  readonly answers: number;
  readonly right: number;
}

/** Studies until Today says that nothing is left. */
async function study(month: Month, life: Life, morning: Morning, fault: Report): Promise<Studied> {
  const { page, ask } = life.learner;
  const asked = new Set<string>();
  const introduced = new Set<string>();
  let answers = 0;
  let right = 0;
  for (let session = 1; ; session += 1) {
    if (session > SESSIONS_MAX) throw new Error("the day's plan does not come to an end");
    await page.keyboard.press("Space");
    await page.waitForURL(/\/study/);
    const nowDays = () => month.service.app.deps.clock.nowMs() / DAY_MS;
    const given = await answerAll(page, month.vocabulary, (text) =>
      life.memory.answer(text, nowDays()),
    );
    if (session === 1) comparePlan(morning.today, given.introduced.length, distinct(given), fault);
    for (const text of given.introduced) introduced.add(text);
    for (const { text } of given.answers) asked.add(text);
    answers += given.answers.length;
    right += given.answers.filter(({ isCorrect }) => isCorrect).length;
    await untilApplied(month, life, life.answered + answers);
    await page.goto("/");
    await settled(page);
    const { due, new: fresh } = await ask<StudyToday>("GET", "/api/study/today");
    if (due + fresh === 0) break;
  }
  life.answered += answers;
  return { introduced: introduced.size, reviewed: asked.size - introduced.size, answers, right };
}

const distinct = ({ answers }: { answers: readonly { text: string }[] }): number =>
  new Set(answers.map(({ text }) => text)).size;

function comparePlan(today: StudyToday, introduced: number, asked: number, fault: Report): void {
  const { due, new: fresh } = today;
  if (introduced !== fresh) fault(`${fresh} new words planned, ${introduced} shown`);
  if (asked !== due + fresh) fault(`${due} + ${fresh} words planned, ${asked} asked`);
}

/** Waits until the service has applied every answer; the app holds the newest for five seconds. */
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

/** What the screens say after the day's work. @returns Today's headline */
async function checkEvening(life: Life, studied: Studied, fault: Report): Promise<string> {
  const { page, ask } = life.learner;
  const forecast = await ask<StudyForecast>("GET", "/api/study/forecast?days=7");
  const [today, tomorrow] = forecast.days;
  if (forecast.backlog + (today?.due ?? 0) > 0) {
    fault(`nothing is left, and the forecast has ${forecast.backlog + (today?.due ?? 0)} today`);
  }
  life.announced = tomorrow?.due ?? 0;
  const headline = (await page.locator("main h1").first().innerText()).trim();
  const text = await page.locator("body").innerText();
  const streak = /(\d+)[- ]days?\b[^\n]*row|[Ss]treak[^\d\n]*(\d+)/.exec(text);
  const said = streak?.[1] ?? streak?.[2];
  if (said !== undefined && Number(said) !== life.streak) {
    fault(`the streak is said to be ${said}, ${life.streak} days were studied in a row`);
  }
  await page.goto("/sessions");
  await settled(page);
  const rows = await page.locator("main li").allInnerTexts();
  if (!rows.some((row) => row.replaceAll(/\s+/g, " ").includes(String(studied.answers)))) {
    fault(`no session has ${studied.answers} answers: ${rows.slice(0, 3).join(" | ")}`);
  }
  await page.goto("/progress");
  await settled(page);
  const progress = await page.locator("main").innerText();
  if (/next (month|year)/.test(text + progress)) fault(`"next month" or "next year" is no date`);
  return headline;
}
