import type { Deps } from "../../deps.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { HOUR_MS } from "../../platform/durations.ts";
import { forEveryAudience, type Reader } from "./audience.service.ts";
import { listMostOverdue, removeUnreadReminders, type DueWord } from "./forgetting.repo.ts";
import { listTold } from "./notifications.repo.ts";
import { notify, type NotificationDraft } from "./notify.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "metrics" | "settings">;

/**
 * Reminds learners of the words whose review is most overdue: at most five for each learner and day
 * of the learner. An unread reminder of the same word gives way to the new one, so that what nobody
 * reads does not pile up.
 *
 * Safe to repeat: a learner is reminded once a day, and all five reminders come together.
 *
 * @returns number of reminders made
 */
export async function remindOfOverdueWords(needs: Needs, signal: AbortSignal): Promise<number> {
  return forEveryAudience(needs, needs.clock.nowMs(), signal, (readers) =>
    transact(needs.database, (tx) => remind(needs, tx, readers)),
  );
}

async function remind(
  needs: Needs,
  tx: OpenTransaction,
  readers: readonly Reader[],
): Promise<number> {
  const todayOf = new Map((await notYetReminded(tx, readers)).map(({ id, today }) => [id, today]));
  const nowMs = needs.clock.nowMs();
  const words = await listMostOverdue(tx, [...todayOf.keys()], nowMs);
  if (words.length === 0) return 0;
  await removeUnreadReminders(
    tx,
    words.map((word) => [word.user_id, word.word_id]),
  );
  const places = new Map<string, number>();
  const drafts = words.map((word) => {
    const place = places.get(word.user_id) ?? 0;
    places.set(word.user_id, place + 1);
    return toDraft(word, keyOf(todayOf.get(word.user_id) ?? "", place), nowMs);
  });
  return notify(needs, tx, drafts);
}

async function notYetReminded(tx: OpenTransaction, readers: readonly Reader[]): Promise<Reader[]> {
  const keys = new Set(readers.map(({ today }) => keyOf(today, 0)));
  const told = await listTold(
    tx,
    readers.map(({ id }) => id),
    [...keys],
  );
  const done = new Set(told.map(({ userId, onceKey }) => `${userId}\n${onceKey}`));
  return readers.filter(({ id, today }) => !done.has(`${id}\n${keyOf(today, 0)}`));
}

function keyOf(day: string, place: number): string {
  return `forgetting:${day}:${place}`;
}

function toDraft(word: DueWord, onceKey: string, nowMs: number): NotificationDraft {
  const overdueHours = Math.round((10 * (nowMs - word.due_at_ms)) / HOUR_MS) / 10;
  return {
    userId: word.user_id,
    type: "reminder",
    title: `Time to review "${word.text}"`,
    message: `"${word.text}" ${sinceWhen(overdueHours)}. Look at it before it fades.`,
    wordId: word.word_id,
    overdueHours,
    onceKey,
  };
}

function sinceWhen(hours: number): string {
  if (hours < 1) return "has just become due";
  const [count, unit] = hours < 48 ? [hours, "hour"] : [hours / 24, "day"];
  const whole = Math.floor(count);
  return `has been due for ${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
