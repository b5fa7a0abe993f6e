import type { NotificationType } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import { insertNotifications } from "./notifications.repo.ts";

/** A notification before it is stored. */
export interface NotificationDraft {
  readonly userId: string;
  readonly type: NotificationType;
  /** 1 to 200 characters. */
  readonly title: string;
  /** 1 to 10000 characters. */
  readonly message: string;
  readonly wordId?: string;
  readonly overdueHours?: number;
  /** Identifies the occasion: a learner is notified of it once, however often this is called. */
  readonly onceKey?: string;
}

/**
 * Adds notifications as part of the caller's transaction; erased learners are left out. The caller
 * checks whether learners have them switched on; see `preferences.notificationEnabled`.
 *
 * @returns number of notifications added
 */
export async function notify(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  drafts: readonly NotificationDraft[],
): Promise<number> {
  const nowMs = needs.clock.nowMs();
  const learners = [...new Set(drafts.map(({ userId }) => userId))];
  const existing = new Set(await lockExistingLearners(tx, learners));
  const rows = drafts
    .filter(({ userId }) => existing.has(userId))
    .map((draft) => ({
      id: needs.ids.next(),
      user_id: draft.userId,
      type: draft.type,
      title: draft.title,
      message: draft.message,
      word_id: draft.wordId ?? null,
      overdue_hours: draft.overdueHours ?? null,
      once_key: draft.onceKey ?? null,
      read_at_ms: null,
      created_at_ms: nowMs,
    }));
  return insertNotifications(tx, rows);
}
