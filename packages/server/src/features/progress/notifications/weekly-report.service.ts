import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { listDays, streakOf } from "../activity/activity.service.ts";
import { notifyAllRecipients, type Recipient } from "./audience.service.ts";
import { listSentKeys } from "./notifications.repo.ts";
import { notify, type NotificationDraft } from "./notify.service.ts";
import { listActiveLearners } from "./weekly-report.repo.ts";
import { weeklySummary } from "./weekly-summary.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** A Monday at 06:30 UTC. Reports are due every week from then on. */
const FIRST_DUE_MS = Date.parse("1970-01-05T06:30:00Z");

/**
 * Creates the report of the week for every learner who answered in it. The week is the seven days
 * before the learner's day on which the report was due, however late this runs, so that each day is
 * in one report.
 *
 * Safe to repeat: one report per learner and calendar week.
 *
 * @returns number of reports created
 */
export async function reportWeek(needs: Needs, signal: AbortSignal): Promise<number> {
  const dueMs = lastDueMs(needs.clock.nowMs());
  const onceKey = `weekly:${localDay(dueMs, "UTC")}`;
  return notifyAllRecipients(needs, dueMs, signal, async (recipients) => {
    const drafts = await draftReports(needs, recipients, onceKey);
    return transact(needs.database, (tx) => notify(needs, tx, drafts));
  });
}

async function draftReports(
  needs: Needs,
  recipients: readonly Recipient[],
  onceKey: string,
): Promise<NotificationDraft[]> {
  const { database } = needs;
  const ids = recipients.map(({ id }) => id);
  const sent = new Set((await listSentKeys(database, ids, [onceKey])).map(({ userId }) => userId));
  const active = new Set(await listActiveLearners(database, ids, spanOf(recipients)));
  const drafts: NotificationDraft[] = [];
  for (const recipient of recipients) {
    if (!active.has(recipient.id) || sent.has(recipient.id)) continue;
    const report = await draftReport(needs, recipient);
    if (report !== undefined) drafts.push({ ...report, onceKey });
  }
  return drafts;
}

/** Undefined without answers in the learner's own seven days. */
async function draftReport(
  needs: Needs,
  recipient: Recipient,
): Promise<NotificationDraft | undefined> {
  const days = await listDays(needs.database, recipient.id, weekBefore(recipient.today));
  const week = weeklySummary(days, await streakOf(needs, recipient.id));
  if (week === undefined) return undefined;
  return { userId: recipient.id, type: "info", content: { kind: "week", ...week } };
}

function weekBefore(today: string) {
  return { firstDay: shiftDay(today, -7), lastDay: shiftDay(today, -1) };
}

/** All days in the week of at least one recipient. */
function spanOf(recipients: readonly Recipient[]) {
  const todays = recipients.map(({ today }) => today).toSorted();
  return {
    firstDay: weekBefore(todays[0] ?? "").firstDay,
    lastDay: weekBefore(todays.at(-1) ?? "").lastDay,
  };
}

function lastDueMs(nowMs: number): number {
  return nowMs - ((nowMs - FIRST_DUE_MS) % (7 * DAY_MS));
}
