import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { localDay, shiftDay, type DayRules } from "../../../platform/time/local-day.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
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
export { listDaySums } from "./activity.repo.ts";
export type { StudyTime } from "./tally.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

const EVER = { firstDay: "0000-00-00", lastDay: "9999-99-99" } as const;

/** Days read at a time to compute a streak. */
const STREAK_STEP = 400;

/** Answers and study time to be added to the daily totals. */
export interface Activity {
  readonly answers: readonly CountedAnswer[];
  readonly studied: readonly StudyTime[];
  /** Time zone and start of day of each learner. */
  readonly dayRules: ReadonlyMap<string, DayRules>;
}

/**
 * Adds answers and study time to the daily totals. Call it in the transaction that stores the
 * records, before it stores them, so that existing records are earlier ones. At most two statements
 * for the whole batch.
 *
 * The records decide whether a word is new. They are rarely queried: not for a word that a record
 * has rated and whose last answer was on an earlier day.
 *
 * Days follow the learner's current time zone and day start. After a change, later days follow the
 * new rules and earlier ones stay as they were counted.
 */
export async function noteAnswers(tx: Database, activity: Activity): Promise<void> {
  const { answers, studied, dayRules } = activity;
  const dayOf = calendarOf(dayRules);
  const unclear = answers.filter((answer) => isUnclear(answer, dayOf));
  const lastRecordMs = await lastRecords(tx, unclear);
  await addActivity(tx, tally(answers, studied, { dayOf, lastRecordMs }));
}

/** In zones whose offsets are multiples of 15 minutes, days begin at full hours. */
const DAY_HOLDS_MS = 15 * 60_000;

/** Looks up days with a cache, because the answers of a batch fall into few quarter hours. */
function calendarOf(dayRules: ReadonlyMap<string, DayRules>): DayOf {
  const cached = new Map<DayRules, Map<number, string>>();
  return (userId, atMs) => {
    const rules = dayRules.get(userId);
    if (rules === undefined) throw new Error(`no day rules for ${userId}`);
    const days = cached.get(rules) ?? new Map<number, string>();
    cached.set(rules, days);
    const quarter = Math.floor(atMs / DAY_HOLDS_MS);
    const day = days.get(quarter) ?? localDay(atMs, rules.timeZone, rules.dayStartHour);
    days.set(quarter, day);
    return day;
  };
}

/** Adds study time without an answer, for other events of a session. */
export async function noteStudyTime(
  needs: Pick<Deps, "settings">,
  tx: Database,
  { userId, atMs, ms }: StudyTime,
): Promise<void> {
  if (ms <= 0) return;
  const day = await dayAt(tx, needs, userId, atMs);
  await addActivity(tx, [{ ...emptyRow(userId, day, "all"), study_ms: ms }]);
}

/**
 * Counts words that became mastered without a record: marked by the learner, or by an event. A
 * negative number undoes earlier marks.
 */
export async function noteMastered(
  needs: Pick<Deps, "settings">,
  tx: Database,
  { userId, atMs, words }: { userId: string; atMs: number; words: number },
): Promise<void> {
  if (words === 0) return;
  const day = await dayAt(tx, needs, userId, atMs);
  await addActivity(tx, [{ ...emptyRow(userId, day, "all"), mastered_words: words }]);
}

/**
 * Counts masteries that imported answers brought, or that went with them.
 *
 * @param changes  how many words became mastered, by moment; below zero: no longer did
 */
export async function noteImportedMasteries(
  needs: Pick<Deps, "settings">,
  tx: Database,
  userId: string,
  changes: readonly (readonly [atMs: number, words: number])[],
): Promise<void> {
  if (changes.length === 0) return;
  const { timeZone, dayStartHour } = await dayRulesOf(tx, userId, needs.settings.APP_TIMEZONE);
  const byDay = new Map<string, number>();
  for (const [atMs, words] of changes) {
    const day = localDay(atMs, timeZone, dayStartHour);
    byDay.set(day, (byDay.get(day) ?? 0) + words);
  }
  const rows = [...byDay].filter(([, words]) => words !== 0);
  await addActivity(
    tx,
    rows.map(([day, words]) => ({ ...emptyRow(userId, day, "all"), mastered_words: words })),
    "imported_activity",
  );
}

async function lastRecords(tx: Database, answers: readonly CountedAnswer[]) {
  const pairs = new Map(
    answers.map((answer) => [wordKey(answer), [answer.userId, answer.wordId] as const]),
  );
  const rows = pairs.size === 0 ? [] : await listLastRecords(tx, [...pairs.values()]);
  const key = (row: (typeof rows)[number]) => wordKey({ userId: row.user_id, wordId: row.word_id });
  return new Map(rows.map((row) => [key(row), row.last_ms]));
}

/** A learner's activity on one day or on several days together. */
export interface Totals {
  readonly answers: number;
  readonly correct: number;
  readonly responseTimeTotalMs: number;
  /** Words answered for the first time ever. */
  readonly newWords: number;
  /** Words with a record on an earlier day, each counted once a day. */
  readonly reviewWords: number;
  /** Words that became mastered, by an answer or marked by the learner. */
  readonly masteredWords: number;
  /** Time spent in sessions, the same for every category. */
  readonly studyMs: number;
}

export interface DayTotals extends Totals {
  /** yyyy-MM-dd */
  readonly day: string;
}

/** Which records count: those with this tag, or all of them (`all`, the default). */
type ActivityCategory = CountedAnswer["category"];

interface ActivityFilter {
  readonly category?: ActivityCategory;
  /** First and last day (yyyy-MM-dd), both included; absent: no limit. */
  readonly firstDay?: string;
  readonly lastDay?: string;
}

/** A learner's totals over the selected days. */
export async function readTotals(
  db: Database,
  userId: string,
  filter: ActivityFilter = {},
): Promise<Totals> {
  return toTotals(await sumDays(db, { ...EVER, category: "all", ...filter, userId }));
}

/** A learner's days with an answer (of any category) or a session, in ascending order. */
export async function listDays(
  db: Database,
  userId: string,
  filter: ActivityFilter = {},
): Promise<DayTotals[]> {
  const days = await listDaySums(db, { ...EVER, category: "all", ...filter, userId });
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
    // The streak can be longer only if it includes the earliest day read so far.
    if (earlier.length < STREAK_STEP || length < days.length) return length;
  }
}

/** The latest days with an answer up to and including this day, latest first. */
export async function latestActiveDays(
  db: Database,
  userId: string,
  { lastDay, limit }: { readonly lastDay: string; readonly limit: number },
): Promise<string[]> {
  return listActiveDays(db, { userId, before: shiftDay(lastDay, 1), limit });
}

/** The learner's current day, yyyy-MM-dd. */
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
