import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { dayStartMs, localDay, shiftDay } from "../../platform/local-day.ts";
import { dayRulesOf, type DayRules } from "../preferences/preferences.service.ts";
import { addActivity } from "./activity.repo.ts";
import {
  findFirstMoment,
  listMasteredCounts,
  listSessionAnswers,
  listSessionSpans,
  lockAnswersOf,
  recountRecords,
  removeActivity,
  type DaySpan,
  type RecountRow,
} from "./recount.repo.ts";
import { studyTimesOf } from "./study-time.ts";
import { emptyRow, tally } from "./tally.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/**
 * Days counted from the records themselves, under any rule of where a day begins. It reads every
 * record of those days: for what the daily totals cannot answer.
 */
export async function recountDays(
  db: Database,
  userId: string,
  asked: { readonly firstDay: string; readonly lastDay: string; readonly rules: DayRules },
): Promise<RecountRow[]> {
  return recountRecords(db, userId, spansOf(asked));
}

/**
 * Puts the learner's daily totals together again from records and sessions, under the day rules of
 * now. Words mastered stay as they were counted, because records do not tell of them.
 *
 * For repair, and to cut the whole of a history by a new time zone.
 */
export async function rebuildActivity(needs: Needs, userId: string): Promise<void> {
  const rules = await dayRulesOf(needs.database, userId, needs.settings.APP_TIMEZONE);
  await transact(needs.database, async (tx) => {
    await lockAnswersOf(tx, userId);
    const dayOf = (_: string, atMs: number) => localDay(atMs, rules.timeZone, rules.dayStartHour);
    const firstMs = await findFirstMoment(tx, userId);
    const lastDay = shiftDay(dayOf(userId, needs.clock.nowMs()), 1);
    const firstDay = firstMs === undefined ? lastDay : dayOf(userId, firstMs);
    const counted = await recountDays(tx, userId, { firstDay, lastDay, rules });
    const mastered = await listMasteredCounts(tx, userId);
    const studied = tally([], await studyTimes(tx, userId), { dayOf, lastRecordMs: new Map() });
    await removeActivity(tx, userId);
    // One after the other: PostgreSQL takes a key only once in a statement.
    for (const rows of [counted, mastered, studied]) {
      const whole = rows.map((row) => ({ ...emptyRow(userId, row.day, row.category), ...row }));
      await addActivity(tx, whole);
    }
  });
}

async function studyTimes(tx: Database, userId: string) {
  const answers = Map.groupBy(await listSessionAnswers(tx, userId), (row) => row.session_id);
  const sessions = await listSessionSpans(tx, userId);
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

function spansOf(asked: Parameters<typeof recountDays>[2]): DaySpan[] {
  const { timeZone, dayStartHour } = asked.rules;
  const spans: DaySpan[] = [];
  let [day, startMs] = [asked.firstDay, dayStartMs(asked.firstDay, timeZone, dayStartHour)];
  while (day <= asked.lastDay) {
    const next = shiftDay(day, 1);
    const endMs = dayStartMs(next, timeZone, dayStartHour);
    spans.push({ day, startMs, endMs });
    [day, startMs] = [next, endMs];
  }
  return spans;
}
