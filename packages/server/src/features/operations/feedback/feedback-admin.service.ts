import type {
  AuditAction,
  AdminFeedbackItem,
  FeedbackEvent,
  FeedbackPriority,
  FeedbackReply,
  FeedbackStatus,
  Page,
} from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { changedIn, writeAudit } from "../../accounts/audit/audit.service.ts";
import { notify } from "../../progress/notifications/notify.service.ts";
import { changesOf, type FeedbackChange } from "./feedback-changes.ts";
import {
  countAdminFeedback,
  findFeedback,
  insertFeedbackEvents,
  insertFeedbackReply,
  listAdminFeedback as listRows,
  listFeedbackEvents,
  listFeedbackReplies,
  lockFeedback,
  markFeedbackRead,
  updateFeedback,
  type AdminFeedbackFilter,
  type AdminFeedbackRow,
  type FeedbackEventRow,
  type FeedbackReplyRow,
} from "./feedback-admin.repo.ts";
import { toFeedbackItem } from "./feedback.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids">;

const SHOWN_MAX = 500;

/** The list's filters as sent. */
export interface AdminFeedbackQuery {
  readonly category?: string | undefined;
  readonly status?: FeedbackStatus | undefined;
  readonly priority?: FeedbackPriority | undefined;
  readonly unread?: "true" | "false" | undefined;
  readonly assigned?: "true" | "false" | undefined;
}

/** A page of the feedback of all learners, newest first. */
export async function listAdminFeedback(
  needs: Pick<Deps, "reports" | "settings">,
  query: PageQuery & AdminFeedbackQuery,
): Promise<Page<AdminFeedbackItem>> {
  const { reports } = needs;
  const window = pageWindow(query, needs.settings);
  const filter = filterOf(query);
  const rows = await listRows(reports, filter, { limit: window.perPage, offset: window.offset });
  return toPage(rows.map(toAdminItem), await countAdminFeedback(reports, filter), window);
}

export function filterOf(query: AdminFeedbackQuery): AdminFeedbackFilter {
  const { category, status, priority, unread, assigned } = query;
  return {
    category,
    status,
    priority,
    unread: unread === undefined ? undefined : unread === "true",
    assigned: assigned === undefined ? undefined : assigned === "true",
  };
}

/** One item with its replies and its history. Marks it as read. @throws AppError NOT_FOUND */
export async function readFeedback(needs: Needs, by: Admin, id: string) {
  const { clock, database, ids } = needs;
  const created_at_ms = clock.nowMs();
  await transact(database, async (tx) => {
    if (!(await markFeedbackRead(tx, id, created_at_ms))) return;
    const event = { kind: "read", actor: by.id, summary: "Opened for the first time" } as const;
    await insertFeedbackEvents(tx, [{ id: ids.next(), feedback_id: id, created_at_ms, ...event }]);
  });
  const row = await requireFeedback(database, id);
  const replies = await listFeedbackReplies(database, id, SHOWN_MAX);
  const events = await listFeedbackEvents(database, id, SHOWN_MAX - 1);
  return {
    item: toAdminItem(row),
    replies: replies.toReversed().map(toReply),
    events: [creationOf(row), ...events.toReversed().map(toEvent)],
  };
}

/** Replies to the learner, who gets a notification. @throws AppError NOT_FOUND */
export async function replyToFeedback(
  needs: Needs,
  by: Admin,
  feedbackId: string,
  text: string,
): Promise<FeedbackReply> {
  const { clock, database, ids } = needs;
  const atMs = clock.nowMs();
  const row: FeedbackReplyRow = {
    id: ids.next(),
    feedback_id: feedbackId,
    author_kind: "admin",
    author_id: by.id,
    body: text,
    created_at_ms: atMs,
  };
  await transact(database, async (tx) => {
    await lockFeedback(tx, feedbackId);
    const item = await requireFeedback(tx, feedbackId);
    await insertFeedbackReply(tx, row);
    await insertFeedbackEvents(tx, [
      {
        id: ids.next(),
        feedback_id: feedbackId,
        kind: "reply",
        actor: by.id,
        summary: "Replied to the learner",
        created_at_ms: atMs,
      },
    ]);
    await updateFeedback(tx, feedbackId, {
      updated_at_ms: atMs,
      first_response_at_ms: item.first_response_at_ms ?? atMs,
    });
    const content = { kind: "feedback_reply", reply: text } as const;
    await notify(needs, tx, [{ userId: item.user_id, type: "system", content }]);
    await audit(tx, { action: "feedback.reply", by, atMs, feedbackId, replyId: row.id });
  });
  return toReply(row);
}

/**
 * Changes an item. Absent fields keep their value.
 *
 * @throws AppError NOT_FOUND; VALIDATION_ERROR without such an administrator
 */
export async function changeFeedback(
  needs: Needs & Pick<Deps, "adminRoleOf">,
  by: Admin,
  feedbackId: string,
  change: FeedbackChange,
): Promise<AdminFeedbackItem> {
  const { clock, database, ids } = needs;
  const { assigneeAdminId: assignee } = change;
  const atMs = clock.nowMs();
  await requireFeedback(database, feedbackId);
  if (assignee != null && (await needs.adminRoleOf(assignee)) === undefined) {
    refuse("VALIDATION_ERROR", "assigneeAdminId: no such administrator.");
  }
  return transact(database, async (tx) => {
    await lockFeedback(tx, feedbackId);
    const former = await requireFeedback(tx, feedbackId);
    const { columns, steps } = changesOf(former, change, atMs);
    await updateFeedback(tx, feedbackId, { ...columns, updated_at_ms: atMs });
    const events = steps.map(({ kind, summary }) => ({
      id: ids.next(),
      feedback_id: feedbackId,
      kind,
      actor: by.id,
      summary,
      created_at_ms: atMs,
    }));
    if (events.length > 0) await insertFeedbackEvents(tx, events);
    const fields = steps.map(({ kind }) => kind);
    const item = toAdminItem(await requireFeedback(tx, feedbackId));
    await writeAudit(tx, {
      action: "feedback.update",
      by,
      atMs,
      metadata: { fields },
      target: { type: "feedback", id: feedbackId },
      ...changedIn(toAdminItem(former), item),
    });
    return item;
  });
}

async function audit(
  tx: Database,
  {
    action,
    by,
    atMs,
    feedbackId,
    ...metadata
  }: { action: AuditAction; by: Admin; atMs: number; feedbackId: string } & Record<string, unknown>,
): Promise<void> {
  const target = { type: "feedback", id: feedbackId } as const;
  await writeAudit(tx, { action, by, atMs, target, metadata });
}

async function requireFeedback(db: Database, id: string): Promise<AdminFeedbackRow> {
  return (await findFeedback(db, id)) ?? refuse("NOT_FOUND", "No such feedback.");
}

/** Feedback in wire format, for administrators. */
function toAdminItem(row: AdminFeedbackRow): AdminFeedbackItem {
  return {
    ...toFeedbackItem(row),
    ...(row.username !== null && { userName: row.username }),
    ...(row.platform !== null && { platform: row.platform }),
    ...(row.app_version !== null && { appVersion: row.app_version }),
    readAt: toTimestampOrNull(row.read_at_ms),
  };
}

function toReply(row: FeedbackReplyRow): FeedbackReply {
  return {
    id: row.id,
    feedbackId: row.feedback_id,
    authorKind: row.author_kind,
    authorId: row.author_id,
    body: row.body,
    createdAt: toTimestamp(row.created_at_ms),
  };
}

function toEvent(row: FeedbackEventRow): FeedbackEvent {
  const { id, kind, actor, summary } = row;
  return { id, kind, actor, summary, createdAt: toTimestamp(row.created_at_ms) };
}

/** The item itself contains its creation time and author. */
function creationOf(row: AdminFeedbackRow): FeedbackEvent {
  const createdAt = toTimestamp(row.created_at_ms);
  const summary = `Sent in the category ${row.category}`;
  return { id: row.id, kind: "created", actor: row.user_id, summary, createdAt };
}
