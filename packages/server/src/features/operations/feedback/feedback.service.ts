import type { FeedbackDraft, FeedbackItem, FeedbackStatus, Page } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import {
  countFeedback,
  insertFeedback,
  listNewestFeedback,
  type FeedbackRow,
} from "./feedback.repo.ts";

/** Headers are truncated to this length. */
const DEVICE_TEXT_MAX = 64;

/** The app that sent the feedback, according to its headers. */
export interface FeedbackSource {
  readonly platform: string | undefined;
  readonly appVersion: string | undefined;
}

/** Stores a learner's feedback. */
export async function createFeedback(
  needs: Pick<Deps, "clock" | "database" | "ids">,
  learner: Learner,
  draft: FeedbackDraft,
  device: FeedbackSource,
): Promise<FeedbackItem> {
  const atMs = needs.clock.nowMs();
  const row = await insertFeedback(needs.database, {
    id: needs.ids.next(),
    user_id: learner.id,
    ...draft,
    priority: "normal",
    status: "open",
    assignee_admin_id: null,
    resolved_at_ms: null,
    resolution: null,
    read_at_ms: null,
    first_response_at_ms: null,
    platform: shorten(device.platform),
    app_version: shorten(device.appVersion),
    created_at_ms: atMs,
    updated_at_ms: atMs,
  });
  return toFeedbackItem(row);
}

/** A page of feedback, newest first: a learner's own, or everyone's for an administrator. */
export async function listFeedback(
  needs: Pick<Deps, "database" | "settings">,
  caller: Learner | Admin,
  query: PageQuery & {
    readonly status?: FeedbackStatus | undefined;
    readonly category?: string | undefined;
  },
): Promise<Page<FeedbackItem>> {
  const { database } = needs;
  const window = pageWindow(query, needs.settings);
  const userId = caller.kind === "learner" ? caller.id : undefined;
  const filter = { userId, status: query.status, category: query.category };
  const rows = await listNewestFeedback(database, filter, window);
  return toPage(rows.map(toFeedbackItem), await countFeedback(database, filter), window);
}

/** Feedback in wire format. */
export function toFeedbackItem(row: FeedbackRow): FeedbackItem {
  return {
    id: row.id,
    userId: row.user_id,
    category: row.category,
    content: row.content,
    route: row.route,
    priority: row.priority,
    status: row.status,
    assigneeAdminId: row.assignee_admin_id,
    resolvedAt: toTimestampOrNull(row.resolved_at_ms),
    resolution: row.resolution,
    createdAt: toTimestamp(row.created_at_ms),
    updatedAt: toTimestamp(row.updated_at_ms),
  };
}

function shorten(text: string | undefined): string | null {
  return text?.trim().slice(0, DEVICE_TEXT_MAX) || null;
}
