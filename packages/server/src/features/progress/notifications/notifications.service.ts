import type { Language, Notification } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import { awardQueuedBadges } from "./badges.service.ts";
import { storedTextOf } from "./notification-texts.ts";
import {
  countUnread,
  listNewestNotifications,
  markAllUnreadRead,
  markOneRead,
  removeReadBefore,
  type NotificationRow,
} from "./notifications.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** How long read notifications are kept. */
const KEEP_READ_MS = 180 * 86_400_000;

/** Rows removed per statement: few enough not to delay requests. */
const REMOVED_PER_STATEMENT = 500;

/**
 * The learner's notifications in the learner's language, newest first, including badges just
 * earned.
 */
export async function listNotifications(
  needs: Needs,
  learner: Learner,
  query: { limit: number; unreadOnly: "true" | "false" },
): Promise<Notification[]> {
  await awardQueuedBadges(needs, learner.id);
  const options = { limit: query.limit, unreadOnly: query.unreadOnly === "true" };
  const rows = await listNewestNotifications(needs.database, learner.id, options);
  const { language } = await preferencesOf(needs.database, learner.id);
  return mapInTurns(rows, (row) => toNotification(row, language));
}

export async function countUnreadNotifications(needs: Needs, learner: Learner): Promise<number> {
  await awardQueuedBadges(needs, learner.id);
  return countUnread(needs.database, learner.id);
}

/** @throws AppError NOT_FOUND without such a notification of this learner */
export async function readNotification(
  needs: Pick<Deps, "clock" | "database">,
  learner: Learner,
  id: string,
): Promise<Notification> {
  const row = await markOneRead(needs.database, { id, userId: learner.id }, needs.clock.nowMs());
  const { language } = await preferencesOf(needs.database, learner.id);
  return toNotification(row ?? refuse("NOT_FOUND", "No such notification."), language);
}

/** @returns how many were unread */
export async function readAllNotifications(
  needs: Pick<Deps, "clock" | "database">,
  learner: Learner,
): Promise<number> {
  return markAllUnreadRead(needs.database, learner.id, needs.clock.nowMs());
}

/**
 * Removes notifications that were read and are older than 180 days. Unread ones stay.
 *
 * @returns number of notifications removed
 */
export async function removeOldNotifications(
  needs: Pick<Deps, "clock" | "database" | "metrics">,
  signal: AbortSignal,
): Promise<number> {
  const beforeMs = needs.clock.nowMs() - KEEP_READ_MS;
  let removed = 0;
  while (!signal.aborted) {
    const startedMs = needs.clock.monotonicMs();
    const count = await removeReadBefore(needs.database, beforeMs, REMOVED_PER_STATEMENT);
    removed += count;
    if (count < REMOVED_PER_STATEMENT) break;
    await yieldToRequests(needs.clock.monotonicMs() - startedMs);
  }
  return removed;
}

function toNotification(row: NotificationRow, language: Language): Notification {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    ...storedTextOf(row, language),
    ...(row.word_id !== null && { wordId: row.word_id }),
    ...(row.overdue_hours !== null && { overdueHours: row.overdue_hours }),
    read: row.read_at_ms !== null,
    createdAt: toTimestamp(row.created_at_ms),
  };
}
