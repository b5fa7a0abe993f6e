import type { StudyForecast, StudyKit, StudyToday } from "@wordloom/contract";
import type { Learner } from "@wordloom/testing/browser/learners";
import { settled } from "@wordloom/testing/browser/pages";
import type { TestService } from "@wordloom/testing/service/web-service";

/**
 * So many days after the last session, Today says how long ago it was, if the amount is unusual; it
 * is for these learners.
 */
const LONG_BREAK_DAYS = 3;

/** What a learner knows without the app. */
export interface Diary {
  readonly faults: string[];
  /** Texts of the words met so far. */
  readonly known: Set<string>;
  answered: number;
  /** Days in a row with an answer, up to yesterday; by the evening, up to today. */
  streak: number;
  /** Days without study until yesterday. */
  away: number;
  /** Reviews that the evening before announced for today. */
  announced: number | null;
}

/** What the learner reads on the first screen, and what the service says about the same day. */
export interface Morning {
  readonly headline: string;
  readonly plan: string;
  /** Of the whole screen; empty on the way from the first run, which does not show it. */
  readonly text: string;
  readonly today: StudyToday;
  readonly counts: Readonly<Record<string, readonly [due: number, fresh?: number]>>;
  /** Number of this morning's reminders. */
  readonly reminders: number;
}

export interface Studied {
  readonly sessions: number;
  readonly introduced: number;
  readonly reviewed: number;
  readonly answers: number;
  readonly right: number;
}

type Report = (fault: string) => void;

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number);
const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Reminders per learner and day. */
const REMINDERS_MAX = 5;

/** @param isBegun  whether the learner is on the first card already */
export async function readMorning(
  service: TestService,
  { page, ask, id }: Learner,
  isBegun: boolean,
): Promise<Morning> {
  const headline = isBegun ? "" : plain(await page.locator("main h1").first().innerText());
  const texts = isBegun ? [] : await page.locator("main p").allInnerTexts();
  const plan = plain(texts.find((text) => /minute|review|new word/.test(text)) ?? "");
  const text = isBegun ? "" : await page.locator("body").innerText();
  const today = await ask<StudyToday>("GET", "/api/study/today");
  const kit = await ask<StudyKit>("GET", "/api/study/kit?minutes=120");
  const due = await ask<unknown[]>("GET", "/api/word-states/due/list?limit=200");
  const { backlog, days } = await ask<StudyForecast>("GET", "/api/study/forecast?days=7");
  return {
    headline,
    plan,
    text,
    today,
    counts: {
      kit: [kit.plan.due, kit.plan.new],
      "list of due words": [due.length],
      "forecast without what comes later": [backlog + (days[0]?.due ?? 0) - today.dueLater],
    },
    reminders: await countReminders(service, id),
  };
}

async function countReminders({ app }: TestService, userId: string): Promise<number> {
  const rows = await app.deps.database
    .selectFrom("notifications")
    .where("user_id", "=", userId)
    .where("type", "=", "reminder")
    .where("created_at_ms", ">=", app.deps.clock.nowMs() - 3_600_000)
    .select("id")
    .execute();
  return rows.length;
}

/** Compares what the morning's screens and replies say with each other and with the diary. */
export function checkMorning(diary: Diary, morning: Morning, fault: Report): void {
  const { today, counts, reminders } = morning;
  const { due, new: fresh } = today;
  for (const [where, [dueThere, freshThere = fresh]] of Object.entries(counts)) {
    if (dueThere === due && freshThere === fresh) continue;
    fault(
      `Today has ${due} reviews and ${fresh} new words, the ${where} ${dueThere}, ${freshThere}`,
    );
  }
  if (reminders !== Math.min(REMINDERS_MAX, due)) {
    fault(`${due} reviews are due, and ${reminders} reminders came`);
  }
  if (diary.announced !== null && diary.announced !== due) {
    fault(`yesterday announced ${diary.announced} reviews for today, there are ${due}`);
  }
  if (morning.text !== "") checkSaid(diary, morning, fault);
}

function checkSaid(diary: Diary, { headline, plan, text, today }: Morning, fault: Report): void {
  const { due, new: fresh } = today;
  const said = numbersIn(headline)[0];
  if (due + fresh > 0 && said !== due + fresh) {
    fault(`the headline says "${headline}", the plan has ${due} reviews and ${fresh} new words`);
  }
  if (due > 0 && fresh > 0 && !(numbersIn(plan).includes(due) && numbersIn(plan).includes(fresh))) {
    fault(`the plan says "${plan}" of ${due} reviews and ${fresh} new words`);
  }
  const daysAgo = /last studied (\d+) days? ago/.exec(plan)?.[1];
  const isBack = diary.away + 1 >= LONG_BREAK_DAYS;
  if (daysAgo !== (isBack ? String(diary.away + 1) : undefined)) {
    fault(`"${plan}" after ${diary.away} days without study`);
  }
  checkStreak(diary, text, fault);
  checkBook(diary, text, fault);
}

function checkStreak({ streak }: Diary, text: string, fault: Report): void {
  const [, first, second] = /(\d+)-day streak|(\d+) days? in a row/.exec(text) ?? [];
  const said = first ?? second;
  if (said !== undefined && Number(said) !== streak) {
    fault(`the streak is said to be ${said}, ${streak} days were studied in a row`);
  }
}

function checkBook({ known }: Diary, text: string, fault: Report): void {
  const said = /(\d+) of 1,000/.exec(text)?.[1];
  if (said !== undefined && Number(said) !== known.size) {
    fault(`the book is said to have ${said} known words, ${known.size} were met`);
  }
}

/** What the first screen says after the day's work. @returns its headline */
export async function checkEvening(
  diary: Diary,
  { page, ask }: Learner,
  fault: Report,
): Promise<string> {
  const forecast = await ask<StudyForecast>("GET", "/api/study/forecast?days=7");
  const { dueLater } = await ask<StudyToday>("GET", "/api/study/today");
  const [today, tomorrow] = forecast.days;
  const left = forecast.backlog + (today?.due ?? 0);
  // What comes later today waits for tomorrow, because the learner is done for the day.
  diary.announced = (tomorrow?.due ?? 0) + left;
  const headline = plain(await page.locator("main h1").first().innerText());
  const text = plain(await page.locator("body").innerText());
  const isAnnounced = text.includes(
    dueLater === 1 ? "1 word comes back later today" : `${dueLater} words come back later today`,
  );
  if (left !== dueLater) fault(`${left} reviews are left today, ${dueLater} come back later`);
  if (left > 0 && (!isAnnounced || headline.includes("for today"))) {
    fault(`${left} reviews are left today, and it says "${headline}"`);
  }
  if (left === 0 && headline !== "You’re done for today") fault(`nothing is left: "${headline}"`);
  checkStreak(diary, text, fault);
  checkBook(diary, text, fault);
  return headline;
}

/** What the sessions and the progress say after the day's work. */
export async function checkHistory(
  diary: Diary,
  { page, ask }: Learner,
  studied: Studied,
  fault: Report,
): Promise<void> {
  await page.goto("/sessions");
  await settled(page);
  const rows = (await page.locator("main li").allInnerTexts()).map(plain);
  const { answeredToday } = await ask<StudyToday>("GET", "/api/study/today");
  if (answeredToday !== studied.answers) {
    fault(`${studied.answers} answers were given, today counts ${answeredToday}`);
  }
  if (studied.sessions === 1 && !rows[0]?.includes(`${studied.answers} answers`)) {
    fault(`the latest session has not ${studied.answers} answers: ${rows[0]}`);
  }
  await page.goto("/progress");
  await settled(page);
  const progress = plain(await page.locator("main").innerText()).replaceAll(",", "");
  if (!progress.includes(`${diary.answered} answers so far`)) {
    fault(`progress does not say ${diary.answered} answers so far`);
  }
  checkStreak(diary, progress, fault);
  if (/next (month|year)/.test(progress)) fault(`"next month" or "next year" is no date`);
}
