import type { Deps } from "../../../deps.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import { dayStartMs, localDay, shiftDay, type DayRules } from "../../../platform/time/local-day.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
import { addActivity } from "./activity.repo.ts";
import {
  clearRecordCounts,
  findFirstMoment,
  findRecordFrom,
  listMasteredCounts,
  listSessionAnswers,
  listSessionSpans,
  recountRecords,
  removeActivity,
  removeEmptyDays,
  type ActivityTable,
  type DaySpan,
  type RecountRow,
} from "./recount.repo.ts";
import { studyTimesOf } from "./study-time.ts";
import { emptyRow, tally, type ActivityRow, type StudyTime } from "./tally.ts";

type Needs = Pick<Deps, "clock" | "settings">;

/**
 * Days counted from the records, with any time zone and day start. Reads every record of those
 * days, so use it only for questions the daily totals cannot answer.
 */
export async function recountDays(
  db: Database,
  userId: string,
  range: { readonly firstDay: string; readonly lastDay: string; readonly rules: DayRules },
): Promise<RecountRow[]> {
  return recountRecords(db, userId, spansOf(range));
}

/**
 * Study time since the beginning of a day, by day, with any time zone and day start. Derived from
 * the times of the answers, so it is approximate for sessions that ran past midnight.
 *
 * @returns milliseconds by day
 */
export async function recountStudyTime(
  db: Database,
  userId: string,
  range: { readonly firstDay: string; readonly rules: DayRules },
): Promise<Map<string, number>> {
  const { timeZone, dayStartHour } = range.rules;
  const fromMs = dayStartMs(range.firstDay, timeZone, dayStartHour);
  const byDay = new Map<string, number>();
  for (const { atMs, ms } of await studyTimes(db, userId, fromMs)) {
    if (ms === 0) continue;
    const day = localDay(atMs, timeZone, dayStartHour);
    byDay.set(day, (byDay.get(day) ?? 0) + ms);
  }
  return byDay;
}

/**
 * Rebuilds the learner's daily totals from records and sessions, with the current day rules. Counts
 * of mastered words are kept, because they cannot be derived from the records.
 *
 * @param tx  holds the learner's lock, so that no answer is stored meanwhile
 */
export async function rebuildActivity(
  { clock, settings }: Needs,
  tx: OpenTransaction,
  userId: string,
): Promise<void> {
  const rules = await dayRulesOf(tx, userId, settings.APP_TIMEZONE);
  const dayOf = (_: string, atMs: number) => localDay(atMs, rules.timeZone, rules.dayStartHour);
  const firstMs = await findFirstMoment(tx, userId);
  const lastDay = shiftDay(dayOf(userId, clock.nowMs()), 1);
  const firstDay = firstMs === undefined ? lastDay : dayOf(userId, firstMs);
  const counted = await recountDays(tx, userId, { firstDay, lastDay, rules });
  const studied = tally([], await studyTimes(tx, userId, 0), { dayOf, lastRecordMs: new Map() });
  for (const table of TABLES) {
    const mastered = await listMasteredCounts(tx, userId, table);
    await removeActivity(tx, userId, table);
    await addCounted(tx, userId, counted, table);
    await addCompleted(tx, userId, mastered, table);
  }
  await addCompleted(tx, userId, studied, "daily_activity");
}

const TABLES: readonly ActivityTable[] = ["daily_activity", "imported_activity"];

async function addCounted(
  tx: Database,
  userId: string,
  counted: readonly RecountRow[],
  table: ActivityTable,
): Promise<void> {
  const isImported = table === "imported_activity" ? 1 : 0;
  const own = counted.filter((row) => Number(row.is_imported) === isImported);
  await addCompleted(tx, userId, own, table);
}

/** One statement for each call: PostgreSQL does not accept a key twice in one upsert. */
async function addCompleted(
  tx: Database,
  userId: string,
  rows: readonly (Pick<ActivityRow, "day" | "category"> & Partial<ActivityRow>)[],
  table: ActivityTable,
): Promise<void> {
  const complete = rows.map((row) => ({ ...emptyRow(userId, row.day, row.category), ...row }));
  await addActivity(tx, complete, table);
}

/** Records counted in one transaction: about as long as a learner's answers may wait. */
const COUNTED_AT_ONCE = 1_000;

/**
 * Counts the learner's records of a part of their days again, after records were put in or taken
 * away: those from a moment on, for some thousand records.
 *
 * @param tx  holds the learner's lock, so that no answer is stored meanwhile
 * @param fromMs  the first of the records, or the beginning of a day
 * @returns the beginning of the first day that is left; undefined when all are counted
 */
export async function recountFrom(
  { clock, settings }: Needs,
  tx: OpenTransaction,
  userId: string,
  fromMs: number,
): Promise<number | undefined> {
  const rules = await dayRulesOf(tx, userId, settings.APP_TIMEZONE);
  const dayOf = (atMs: number) => localDay(atMs, rules.timeZone, rules.dayStartHour);
  const laterMs = await findRecordFrom(tx, userId, fromMs, COUNTED_AT_ONCE);
  const today = shiftDay(dayOf(clock.nowMs()), 1);
  const days = { firstDay: dayOf(fromMs), lastDay: laterMs === undefined ? today : dayOf(laterMs) };
  await takeTurns();
  const counted = await recountDays(tx, userId, { ...days, rules });
  for (const table of TABLES) {
    await takeTurns();
    await clearRecordCounts(tx, userId, days, table);
    await addCounted(tx, userId, counted, table);
  }
  if (laterMs === undefined) await removeEmptyDays(tx, userId);
  return laterMs === undefined
    ? undefined
    : dayStartMs(shiftDay(days.lastDay, 1), rules.timeZone, rules.dayStartHour);
}

/** Study times of the sessions with an event at or after `fromMs`, from each session's start. */
async function studyTimes(db: Database, userId: string, fromMs: number): Promise<StudyTime[]> {
  const sessions = await listSessionSpans(db, userId, fromMs);
  if (sessions.length === 0) return [];
  const beganMs = sessions.reduce((least, row) => Math.min(least, row.created_at_ms), Infinity);
  const rows = await listSessionAnswers(db, userId, beganMs);
  const answers = Map.groupBy(rows, (row) => row.session_id);
  return sessions.flatMap((session) =>
    studyTimesOf({
      userId,
      createdAtMs: session.created_at_ms,
      lastEventAtMs: session.last_event_at_ms,
      durationMs: session.duration_ms,
      answeredAtMs: (answers.get(session.id) ?? []).map((row) => row.created_at_ms),
    }),
  );
}

function spansOf(range: Parameters<typeof recountDays>[2]): DaySpan[] {
  const { timeZone, dayStartHour } = range.rules;
  const spans: DaySpan[] = [];
  let [day, startMs] = [range.firstDay, dayStartMs(range.firstDay, timeZone, dayStartHour)];
  while (day <= range.lastDay) {
    const next = shiftDay(day, 1);
    const endMs = dayStartMs(next, timeZone, dayStartHour);
    spans.push({ day, startMs, endMs });
    [day, startMs] = [next, endMs];
  }
  return spans;
}
