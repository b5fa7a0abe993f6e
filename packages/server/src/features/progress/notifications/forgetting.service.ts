import type { Deps } from "../../../deps.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { notifyAllRecipients, type Recipient } from "./audience.service.ts";
import { listMostOverdue, removeUnreadReminders, type DueWord } from "./forgetting.repo.ts";
import { listSentKeys } from "./notifications.repo.ts";
import { notify, type NotificationDraft } from "./notify.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/**
 * Reminds learners of their most overdue words: at most five per learner and learner's day. A new
 * reminder replaces an unread one of the same word, so that unread reminders do not pile up.
 *
 * Safe to repeat: a learner is reminded once a day, and all reminders of a day are created
 * together.
 *
 * @returns number of reminders created
 */
export async function remindOfOverdueWords(needs: Needs, signal: AbortSignal): Promise<number> {
  return notifyAllRecipients(needs, needs.clock.nowMs(), signal, (recipients) =>
    transact(needs.database, (tx) => remind(needs, tx, recipients)),
  );
}

async function remind(
  needs: Needs,
  tx: OpenTransaction,
  recipients: readonly Recipient[],
): Promise<number> {
  const open = await notYetReminded(tx, recipients);
  const todayOf = new Map(open.map(({ id, today }) => [id, today]));
  const nowMs = needs.clock.nowMs();
  const words = await listMostOverdue(tx, open, nowMs);
  if (words.length === 0) return 0;
  await removeUnreadReminders(
    tx,
    words.map((word) => [word.user_id, word.word_id]),
  );
  const counts = new Map<string, number>();
  const drafts = words.map((word) => {
    const index = counts.get(word.user_id) ?? 0;
    counts.set(word.user_id, index + 1);
    return toDraft(word, keyOf(todayOf.get(word.user_id) ?? "", index), nowMs);
  });
  return notify(needs, tx, drafts);
}

async function notYetReminded(
  tx: OpenTransaction,
  recipients: readonly Recipient[],
): Promise<Recipient[]> {
  const keys = new Set(recipients.map(({ today }) => keyOf(today, 0)));
  const sent = await listSentKeys(
    tx,
    recipients.map(({ id }) => id),
    [...keys],
  );
  const done = new Set(sent.map(({ userId, onceKey }) => `${userId}\n${onceKey}`));
  return recipients.filter(({ id, today }) => !done.has(`${id}\n${keyOf(today, 0)}`));
}

function keyOf(day: string, index: number): string {
  return `forgetting:${day}:${index}`;
}

function toDraft(word: DueWord, onceKey: string, nowMs: number): NotificationDraft {
  // A word that falls on this day may be reminded of before its exact time.
  const overdueHours = Math.max(0, Math.round((10 * (nowMs - word.due_at_ms)) / HOUR_MS) / 10);
  return {
    userId: word.user_id,
    type: "reminder",
    content: { kind: "reminder", word: word.text, overdueHours },
    wordId: word.word_id,
    overdueHours,
    onceKey,
  };
}
