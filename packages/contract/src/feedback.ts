import { z } from "zod";
import { LearnerId, PageQuery, Timestamp, UpdatedAt, paged, trimmed } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const BODY_MAX_BYTES = 32 * 1024;
const CATEGORY_DEFAULT = "general";

export const FeedbackPriority = z
  .enum(["low", "normal", "high", "urgent"])
  .describe("How urgent an administrator finds it; normal at first.");
export const FeedbackStatus = z
  .enum(["open", "in_progress", "resolved", "closed"])
  .describe("How far it is; open at first.");

/** A learner's message to the operator, with its status and reply. */
export const FeedbackItem = z.object({
  id: z.string().describe("Id of the feedback, a UUID."),
  userId: LearnerId,
  category: z.string().describe("As the learner chose, such as `general`; at most 64 characters."),
  content: z.string().describe("What the learner wrote, 1 to 5000 characters."),
  route: z.string().nullable().describe("Page of the app on which it was written; null: not sent."),
  priority: FeedbackPriority,
  status: FeedbackStatus,
  assigneeAdminId: z
    .string()
    .nullable()
    .describe("Id of the administrator who looks after it; null: nobody."),
  resolvedAt: Timestamp.nullable().describe("When it was resolved; null: it is not."),
  resolution: z
    .string()
    .nullable()
    .describe("What came of it, for the learner, at most 5000 characters; null: nothing yet."),
  createdAt: Timestamp.describe("When it was sent."),
  updatedAt: UpdatedAt,
});

/** Older apps call the content `body`. Blank fields count as absent. */
const FeedbackDraft = z
  .object({
    content: trimmed(1, 5000)
      .nullish()
      .describe("What the learner wrote, 1 to 5000 characters; needed unless `body` is sent."),
    body: trimmed(1, 5000).nullish().describe("The same as `content`, of older apps."),
    category: trimmed(0, 64).nullish().describe("At most 64 characters; default: general."),
    route: trimmed(0, 200)
      .nullish()
      .describe("Page of the app on which it was written, at most 200 characters."),
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
    status: FeedbackStatus.optional().describe("Only this status."),
    category: z.string().optional().describe("Only this category."),
  }),
  replies: { 200: enveloped(paged(FeedbackItem)) },
  errors: [],
});

export type FeedbackDraft = z.infer<typeof FeedbackDraft>;
export type FeedbackItem = z.infer<typeof FeedbackItem>;
export type FeedbackPriority = z.infer<typeof FeedbackPriority>;
export type FeedbackStatus = z.infer<typeof FeedbackStatus>;
