import { z } from "zod";
import { PageQuery, Timestamp, paged, trimmed } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const BODY_MAX_BYTES = 32 * 1024;
const CATEGORY_DEFAULT = "general";

export const FeedbackPriority = z.enum(["low", "normal", "high", "urgent"]);
export const FeedbackStatus = z.enum(["open", "in_progress", "resolved", "closed"]);

/** A learner's message to the operator, with its status and reply. */
export const FeedbackItem = z.object({
  id: z.string(),
  userId: z.string(),
  category: z.string(),
  content: z.string(),
  /** Page of the app on which it was written. */
  route: z.string().nullable(),
  priority: FeedbackPriority,
  status: FeedbackStatus,
  assigneeAdminId: z.string().nullable(),
  resolvedAt: Timestamp.nullable(),
  resolution: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** Older apps call the content `body`. Blank fields count as absent. */
const FeedbackDraft = z
  .object({
    content: trimmed(1, 5000).nullish(),
    body: trimmed(1, 5000).nullish(),
    category: trimmed(0, 64).nullish(),
    route: trimmed(0, 200).nullish(),
  })
  .refine((draft) => draft.content != null || draft.body != null, {
    path: ["content"],
    message: "is missing",
  })
  .transform((draft) => ({
    content: draft.content ?? draft.body ?? "",
    category: draft.category || CATEGORY_DEFAULT,
    route: draft.route || null,
  }));

export const sendFeedback = endpoint({
  method: "POST",
  path: "/api/feedback",
  summary: "Send feedback to the operator.",
  access: "learner",
  stability: "beta",
  body: FeedbackDraft,
  bodyMaxBytes: BODY_MAX_BYTES,
  faults: {
    content: "INVALID_FEEDBACK",
    body: "INVALID_FEEDBACK",
    category: "INVALID_FEEDBACK",
    route: "INVALID_FEEDBACK",
  },
  replies: { 200: enveloped(FeedbackItem) },
  errors: ["INVALID_FEEDBACK", "PAYLOAD_TOO_LARGE"],
});

export const listFeedback = endpoint({
  method: "GET",
  path: "/api/feedback/items",
  summary: "Feedback of the caller, or of everyone for an administrator; newest first.",
  access: "learner_or_admin",
  stability: "beta",
  query: PageQuery.extend({
    status: FeedbackStatus.optional(),
    category: z.string().optional(),
  }),
  replies: { 200: enveloped(paged(FeedbackItem)) },
  errors: [],
});

export type FeedbackDraft = z.infer<typeof FeedbackDraft>;
export type FeedbackItem = z.infer<typeof FeedbackItem>;
export type FeedbackPriority = z.infer<typeof FeedbackPriority>;
export type FeedbackStatus = z.infer<typeof FeedbackStatus>;
