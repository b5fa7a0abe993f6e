import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { localDay, shiftDay } from "../../platform/local-day.ts";
import { dayRulesOf, listDayRules, type DayRules } from "../preferences/preferences.service.ts";
import {
  addActivity,
  listActiveDays,
  listDaySums,
  listLastRecords,
  sumDays,
  type DaySums,
} from "./activity.repo.ts";
import { streakLength } from "./streak.ts";
import {
  emptyRow,
  isUnclear,
  tally,
  wordKey,
  type CountedAnswer,
  type DayOf,
  type StudyTime,
} from "./tally.ts";

export { countEvent, type LongGap } from "./study-time.ts";
export type { CountedAnswer, StudyTime } from "./tally.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

const EVER = { firstDay: "0000-00-00", lastDay: "9999-99-99" } as const;

/** Days looked at together when a streak is followed back. */
const STREAK_STEP = 400;

/** What a batch of answers adds to the days of its learners. */
export interface Activity {
  readonly answers: readonly CountedAnswer[];
  readonly studied: readonly StudyTime[];
  /** Where the days of each learner begin. */
  readonly dayRules: ReadonlyMap<string, DayRules>;
}

/**
 * Counts answers and study time in the learners' days, in the transaction that stores them and
 * before it stores them: what stands among the records then is what came earlier. At most two
 * statements for the whole batch.
 *
 * The records decide whether a word is new. They are not asked about a word that a record has rated
 * and that the engine heard of on an earlier day: hence hardly ever.
 *
 * A day is cut by the zone and day start the learner has now. After a change later days follow the
 * new rule and earlier ones stay as they were counted.
 */
export async function noteAnswers(tx: Database, activity: Activity): Promise<void> {
  const { answers, studied, dayRules } = activity;
  const dayOf = calendarOf(dayRules);
  const unclear = answers.filter((answer) => isUnclear(answer, dayOf));
  const lastRecordMs = await lastRecords(tx, unclear);
  await addActivity(tx, tally(answers, studied, { dayOf, lastRecordMs }));
}

/** Days begin at whole hours of zones whose offsets are whole quarters. */
const DAY_HOLDS_MS = 15 * 60_000;

/** Tells days; what it has told it remembers, because a batch is about few moments. */
function calendarOf(dayRules: ReadonlyMap<string, DayRules>): DayOf {
  const told = new Map<DayRules, Map<number, string>>();
  return (userId, atMs) => {
    const rules = dayRules.get(userId);
    if (rules === undefined) throw new Error(`no day rules for ${userId}`);
    const days = told.get(rules) ?? new Map<number, string>();
    told.set(rules, days);
    const quarter = Math.floor(atMs / DAY_HOLDS_MS);
    const day = days.get(quarter) ?? localDay(atMs, rules.timeZone, rules.dayStartHour);
    days.set(quarter, day);
    return day;
  };
}

/** Counts study time alone: events of a session that are no answers. */
export async function noteStudyTime(
  needs: Pick<Deps, "settings">,
  tx: Database,
  { userId, atMs, ms }: StudyTime,
): Promise<void> {
  if (ms <= 0) return;
  const day = await dayAt(tx, needs, userId, atMs);
  await addActivity(tx, [{ ...emptyRow(userId, day, "all"), study_ms: ms }]);
}

/** Counts words that the learner, and not an answer, has made mastered. */
export async function noteMastered(
  needs: Pick<Deps, "settings">,
  tx: Database,
  { userId, atMs, words }: { userId: string; atMs: number; words: number },
): Promise<void> {
  if (words <= 0) return;
  const day = await dayAt(tx, needs, userId, atMs);
  await addActivity(tx, [{ ...emptyRow(userId, day, "all"), mastered_words: words }]);
}

async function lastRecords(tx: Database, answers: readonly CountedAnswer[]) {
  const pairs = new Map(
    answers.map((answer) => [wordKey(answer), [answer.userId, answer.wordId] as const]),
  );
  const rows = pairs.size === 0 ? [] : await listLastRecords(tx, [...pairs.values()]);
  const key = (row: (typeof rows)[number]) => wordKey({ userId: row.user_id, wordId: row.word_id });
  return new Map(rows.map((row) => [key(row), row.last_ms]));
}

/** What a learner did on one day, or in several together. */
export interface Totals {
  readonly answers: number;
  readonly correct: number;
  readonly responseTimeTotalMs: number;
  /** Words answered for the first time ever. */
  readonly newWords: number;
  /** Words known from an earlier day, each once a day. */
  readonly reviewWords: number;
  /** Words that became mastered, by an answer or because the learner said so. */
  readonly masteredWords: number;
  /** Time spent in sessions, the same for every category. */
  readonly studyMs: number;
}

export interface DayTotals extends Totals {
  /** yyyy-MM-dd */
  readonly day: string;
}

/** Which records count: those tagged so, or (`all`, the default) every one. */
export type ActivityCategory = CountedAnswer["category"];

interface Asked {
  readonly category?: ActivityCategory;
  /** First and last day (yyyy-MM-dd), both included; ever when left out. */
  readonly firstDay?: string;
  readonly lastDay?: string;
}

/** A learner's figures over all days, or some of them. */
export async function readTotals(db: Database, userId: string, asked: Asked = {}): Promise<Totals> {
  return toTotals(await sumDays(db, { ...EVER, category: "all", ...asked, userId }));
}

/**
 * A learner's days in ascending order: only those on which there was an answer (of any category) or
 * a session.
 */
export async function listDays(
  db: Database,
  userId: string,
  asked: Asked = {},
): Promise<DayTotals[]> {
  const days = await listDaySums(db, { ...EVER, category: "all", ...asked, userId });
  return days.map((row) => ({ day: row.day, ...toTotals(row) }));
}

/** Days in a row with at least one answer, ending today or yesterday by the learner's calendar. */
export async function streakOf(needs: Needs, userId: string): Promise<number> {
  const days: string[] = [];
  const today = await todayOf(needs, userId);
  for (;;) {
    const before = days[0] ?? shiftDay(today, 1);
    const earlier = await listActiveDays(needs.database, { userId, before, limit: STREAK_STEP });
    days.unshift(...earlier.toReversed());
    const length = streakLength(days, today);
    // It may go on only when it reaches back to the earliest day seen so far.
    if (earlier.length < STREAK_STEP || length < days.length) return length;
  }
}

/** The learner's day now, yyyy-MM-dd. */
export async function todayOf(needs: Needs, userId: string): Promise<string> {
  return dayAt(needs.database, needs, userId, needs.clock.nowMs());
}

async function dayAt(
  db: Database,
  needs: Pick<Deps, "settings">,
  userId: string,
  atMs: number,
): Promise<string> {
  const { timeZone, dayStartHour } = await dayRulesOf(db, userId, needs.settings.APP_TIMEZONE);
  return localDay(atMs, timeZone, dayStartHour);
}

function toTotals(row: DaySums): Totals {
  return {
    answers: row.answers,
    correct: row.correct,
    responseTimeTotalMs: row.response_time_total_ms,
    newWords: row.new_words,
    reviewWords: row.review_words,
    masteredWords: row.mastered_words,
    studyMs: row.study_ms,
  };
}
