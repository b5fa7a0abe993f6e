import type { Deps } from "../../deps.ts";
import { transact } from "../../platform/database/transaction.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { localDay, shiftDay } from "../../platform/local-day.ts";
import { listDays, streakOf } from "../activity/activity.service.ts";
import { forEveryAudience, type Reader } from "./audience.service.ts";
import { listTold } from "./notifications.repo.ts";
import { notify, type NotificationDraft } from "./notify.service.ts";
import { listActiveLearners } from "./weekly-report.repo.ts";
import { weekInWords } from "./week-in-words.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "metrics" | "settings">;

/** A Monday at half past six in UTC: when reports are due, since the beginning of time. */
const FIRST_DUE_MS = Date.parse("1970-01-05T06:30:00Z");

/**
 * Tells every learner who answered in the week how it was. The week is the seven days before the
 * learner's day when the report was due, however late this runs, so that each day stands in one
 * report. Who did nothing hears nothing.
 *
 * Safe to repeat: one report for each learner and calendar week.
 *
 * @returns number of reports made
 */
export async function reportWeek(needs: Needs, signal: AbortSignal): Promise<number> {
  const dueMs = lastDueMs(needs.clock.nowMs());
  const onceKey = `weekly:${localDay(dueMs, "UTC")}`;
  return forEveryAudience(needs, dueMs, signal, async (readers) => {
    const drafts = await draftReports(needs, readers, onceKey);
    return transact(needs.database, (tx) => notify(needs, tx, drafts));
  });
}

async function draftReports(
  needs: Needs,
  readers: readonly Reader[],
  onceKey: string,
): Promise<NotificationDraft[]> {
  const { database } = needs;
  const ids = readers.map(({ id }) => id);
  const told = new Set((await listTold(database, ids, [onceKey])).map(({ userId }) => userId));
  const active = new Set(await listActiveLearners(database, ids, spanOf(readers)));
  const drafts: NotificationDraft[] = [];
  for (const reader of readers) {
    if (!active.has(reader.id) || told.has(reader.id)) continue;
    const report = await draftReport(needs, reader);
    if (report !== undefined) drafts.push({ ...report, onceKey });
  }
  return drafts;
}

/** Undefined when the learner's own seven days are empty after all. */
async function draftReport(needs: Needs, reader: Reader): Promise<NotificationDraft | undefined> {
  const days = await listDays(needs.database, reader.id, weekBefore(reader.today));
  const text = weekInWords(days, await streakOf(needs, reader.id));
  return text === undefined ? undefined : { userId: reader.id, type: "info", ...text };
}

function weekBefore(today: string) {
  return { firstDay: shiftDay(today, -7), lastDay: shiftDay(today, -1) };
}

/** The days that are in anyone's week. */
function spanOf(readers: readonly Reader[]) {
  const todays = readers.map(({ today }) => today).toSorted();
  return {
    firstDay: weekBefore(todays[0] ?? "").firstDay,
    lastDay: weekBefore(todays.at(-1) ?? "").lastDay,
  };
}

function lastDueMs(nowMs: number): number {
  return nowMs - ((nowMs - FIRST_DUE_MS) % (7 * DAY_MS));
}
