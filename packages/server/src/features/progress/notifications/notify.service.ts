import type { Language, NotificationType } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import { listLanguages } from "../../accounts/preferences/preferences.service.ts";
import { textOf, type NotificationContent, type NotificationText } from "./notification-texts.ts";
import { insertNotifications } from "./notifications.repo.ts";

/** A notification before it is stored: content from the service or text by a person. */
export type NotificationDraft = DraftBase &
  (
    | ({ readonly content?: undefined } & NotificationText)
    | { readonly content: NotificationContent }
  );

interface DraftBase {
  readonly userId: string;
  readonly type: NotificationType;
  readonly wordId?: string;
  readonly overdueHours?: number;
  /** Identifies the occasion. A learner is notified about it once, however often this is called. */
  readonly onceKey?: string;
}

/**
 * Adds notifications as part of the caller's transaction, leaving out erased learners. The caller
 * checks whether learners have them enabled; see `preferences.notificationEnabled`.
 *
 * The current text is stored beside the content, because earlier versions read nothing else.
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
  const languages = await listLanguages(tx, [...existing]);
  const rows = drafts
    .filter(({ userId }) => existing.has(userId))
    .map((draft) => ({
      id: needs.ids.next(),
      user_id: draft.userId,
      type: draft.type,
      ...wordsOf(draft, languages.get(draft.userId) ?? "en"),
      word_id: draft.wordId ?? null,
      overdue_hours: draft.overdueHours ?? null,
      once_key: draft.onceKey ?? null,
      read_at_ms: null,
      created_at_ms: nowMs,
    }));
  return insertNotifications(tx, rows);
}

function wordsOf(draft: NotificationDraft, language: Language) {
  if (draft.content === undefined) {
    return { title: draft.title, message: draft.message, content_json: null };
  }
  const { title, message } = textOf(draft.content, language);
  return { title, message, content_json: JSON.stringify(draft.content) };
}
