import type { Deps } from "../../../deps.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { notifyAllRecipients, type Recipient } from "./audience.service.ts";
import { removeUnreadReminders } from "./forgetting.repo.ts";
import { listSentKeys } from "./notifications.repo.ts";
import { notify, type NotificationDraft } from "./notify.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** A word that is due for review. */
interface DueWord {
  readonly word_id: string;
  readonly text: string;
  readonly next_review_at_ms: number;
}

/** The words of which a learner is to be reminded, at most a handful, most overdue first. */
type FindDueWords = (
  tx: OpenTransaction,
  at: { readonly userId: string; readonly nowMs: number; readonly dayEndMs: number },
) => Promise<readonly DueWord[]>;

/**
 * Reminds learners of overdue words, once per learner and learner's day. A new reminder replaces an
 * unread one of the same word, so that unread reminders do not pile up.
 *
 * Safe to repeat: all reminders of a day are created together.
 *
 * @returns number of reminders created
 */
export async function sendReminders(
  needs: Needs,
  signal: AbortSignal,
  findDue: FindDueWords,
): Promise<number> {
  return notifyAllRecipients(needs, needs.clock.nowMs(), signal, (recipients) =>
    transact(needs.database, (tx) => remind(needs, tx, recipients, findDue)),
  );
}

async function remind(
  needs: Needs,
  tx: OpenTransaction,
  recipients: readonly Recipient[],
  findDue: FindDueWords,
): Promise<number> {
  const nowMs = needs.clock.nowMs();
  const drafts: NotificationDraft[] = [];
  for (const { id: userId, today, dayEndMs } of await notYetReminded(tx, recipients)) {
    const words = await findDue(tx, { userId, nowMs, dayEndMs });
    drafts.push(...words.map((word, n) => toDraft(userId, word, keyOf(today, n), nowMs)));
  }
  if (drafts.length === 0) return 0;
  await removeUnreadReminders(
    tx,
    drafts.map(({ userId, wordId = "" }) => [userId, wordId]),
  );
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

function toDraft(userId: string, word: DueWord, onceKey: string, nowMs: number): NotificationDraft {
  // A word that falls on this day may be reminded of before its exact time.
  const overdueHours = Math.max(
    0,
    Math.round((10 * (nowMs - word.next_review_at_ms)) / HOUR_MS) / 10,
  );
  return {
    userId,
    type: "reminder",
    content: { kind: "reminder", word: word.text, overdueHours },
    wordId: word.word_id,
    overdueHours,
    onceKey,
  };
}
