import type { Notification } from "@wordloom/contract";

/** A message, or the reminders of several words that were sent together. */
export interface MessageGroup {
  readonly first: Notification;
  readonly others: readonly Notification[];
}

/** Reminders of one morning are made within this time. */
const TOGETHER_MS = 60_000;

/**
 * The service reminds of single words, which clients may show one by one; a reader wants one line.
 * @param list newest first
 */
export function groupsOf(list: readonly Notification[]): readonly MessageGroup[] {
  const groups: MessageGroup[] = [];
  for (const message of list) {
    const last = groups.at(-1);
    if (last !== undefined && areTogether(last.first, message)) {
      groups[groups.length - 1] = { ...last, others: [...last.others, message] };
    } else groups.push({ first: message, others: [] });
  }
  return groups;
}

function areTogether(one: Notification, other: Notification): boolean {
  const areReminders = [one, other].every(
    ({ type, wordId }) => type === "reminder" && wordId !== undefined,
  );
  const apartMs = Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return areReminders && apartMs < TOGETHER_MS;
}
