import type { AdminNoticeKind, AdminNoticeSeverity } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { inEnglish } from "../../../platform/basics/english.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import { mailNotice } from "./notice-mail.service.ts";
import { noticeTexts, type NoticeSentence } from "./notice-texts.ts";
import {
  insertAdminNotice,
  markAdminNotice,
  removeNoticeRemains,
  removeNoticesAbout,
  removeNoticesBefore,
  removeReadsBy,
} from "./admin-notices.repo.ts";

export type { NoticeSentence } from "./notice-texts.ts";
export { sentenceOfRow } from "./stored-sentence.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins">;
};

/** A message to administrators; its text follows from `code` and `args`. */
export type AdminNotice = NoticeSentence & {
  readonly kind: AdminNoticeKind;
  /** The subject; the next notice about it is sent a day later at the earliest. */
  readonly subject: string;
  readonly severity: AdminNoticeSeverity;
  /** A path of the console, such as `/monitoring`. */
  readonly link?: string;
};

/** Notices that cannot wait until somebody opens the console. */
const MAILED: ReadonlySet<AdminNoticeKind> = new Set([
  "backup_stale",
  "backup_failed",
  "update_failed",
]);

const KEPT_MS = 90 * DAY_MS;

/** Minimum time between notices of the same kind and subject. */
const AGAIN_AFTER_MS = DAY_MS;

/**
 * Stores a notification for all administrators and tells their streams; some kinds are mailed to
 * all super administrators. Errors are only logged,
 * because the caller's work must not fail. Call it after the commit.
 */
export async function notifyAdmins(needs: Needs, notice: AdminNotice): Promise<void> {
  const { kind, severity } = notice;
  try {
    const notificationId = await storeNotice(needs, notice);
    if (notificationId === undefined) return;
    needs.events.toAdmins({ type: "admin_notice", notificationId, kind, severity });
    if (MAILED.has(kind)) await mailNotice(needs, { ...notice, ...inEnglish(noticeTexts, notice) });
  } catch (cause) {
    needs.log.error({ cause, kind }, "administrators could not be notified");
  }
}

/** @returns undefined if there already was one within a day */
async function storeNotice(needs: Needs, notice: AdminNotice): Promise<string | undefined> {
  const { kind, subject, severity, code, link = null } = notice;
  return transact(needs.database, async (tx) => {
    const nowMs = needs.clock.nowMs();
    const isNew = await markAdminNotice(tx, { kind, subject }, nowMs, nowMs - AGAIN_AFTER_MS);
    if (!isNew) return undefined;
    const id = needs.ids.next();
    await insertAdminNotice(tx, {
      id,
      kind,
      subject,
      severity,
      link,
      code,
      created_at_ms: nowMs,
      ...inEnglish(noticeTexts, notice),
      args_json: JSON.stringify(notice.args),
    });
    return id;
  });
}

/**
 * Records that a message is sent to everyone now, for messages with a minimum pause of up to a day.
 *
 * @returns false if a process has recorded it within `pauseMs`
 */
export async function claimMessage(
  { clock, database }: Pick<Deps, "clock" | "database">,
  mark: Pick<AdminNotice, "kind" | "subject">,
  pauseMs: number,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  return markAdminNotice(database, mark, nowMs, nowMs - pauseMs);
}

/** Forgets which notices a deleted administrator has read. */
export async function forgetNoticeReader(tx: OpenTransaction, adminId: string): Promise<void> {
  await removeReadsBy(tx, adminId);
}

/** The subject of a notice about a learner; the notice is erased with the account. */
export function learnerSubject(userId: string): string {
  return `learner:${userId}`;
}

/** Removes the notices about a learner whose account is being erased. */
export async function eraseFromNotices(tx: OpenTransaction, userId: string): Promise<void> {
  await removeNoticesAbout(tx, learnerSubject(userId));
}

/** Removes notices after 90 days. @returns how many */
export async function removeOldAdminNotices(
  { clock, database }: Pick<Deps, "clock" | "database">,
  signal: AbortSignal,
): Promise<number> {
  const nowMs = clock.nowMs();
  const beforeMs = nowMs - KEPT_MS;
  const removeSome = (limit: number) => removeNoticesBefore(database, beforeMs, limit);
  const removed = await removeInSteps(removeSome, signal);
  await removeNoticeRemains(database, nowMs - AGAIN_AFTER_MS);
  return removed;
}
