import { z } from "zod";
import { LearnerId, paged, PageQuery, Timestamp, trimmed, UpdatedAt } from "../core/common.ts";
import { csvFile, endpoint, enveloped } from "../core/endpoint.ts";

const BODY_MAX_BYTES = 32 * 1024;
const CATEGORY_DEFAULT = "general";

export const FeedbackPriority = z
  .enum(["low", "normal", "high", "urgent"])
  .describe("How urgent an administrator considers it; default: normal.");
export const FeedbackStatus = z
  .enum(["open", "in_progress", "resolved", "closed"])
  .describe("Progress on the feedback; default: open.");

/** A learner's message to the operator, with its status and reply. */
export const FeedbackItem = z.object({
  id: z.string().describe("Id of the feedback, a UUID."),
  userId: LearnerId,
  category: z
    .string()
    .describe("Category chosen by the learner, such as `general`; at most 64 characters."),
  content: z.string().describe("What the learner wrote, 1 to 5000 characters."),
  route: z
    .string()
    .nullable()
    .describe("Page of the app on which it was written; null if not sent."),
  priority: FeedbackPriority,
  status: FeedbackStatus,
  assigneeAdminId: z
    .string()
    .nullable()
    .describe("Id of the administrator assigned to it; null if nobody is."),
  resolvedAt: Timestamp.nullable().describe("When it was resolved; null if it is not."),
  resolution: z
    .string()
    .nullable()
    .describe("Resolution, for the learner, at most 5000 characters; null if there is none yet."),
  createdAt: Timestamp.describe("When it was sent."),
  updatedAt: UpdatedAt,
});

/** Older apps send the content as `body`. Blank fields count as absent. */
const FeedbackDraft = z
  .object({
    content: trimmed(1, 5000)
      .nullish()
      .describe("What the learner wrote, 1 to 5000 characters; required unless `body` is sent."),
    body: trimmed(1, 5000).nullish().describe("Same as `content`, sent by older apps."),
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
    status: FeedbackStatus.optional().describe("Only feedback with this status."),
    category: z.string().optional().describe("Only feedback in this category."),
  }),
  replies: { 200: enveloped(paged(FeedbackItem)) },
  errors: [],
});

export type FeedbackDraft = z.infer<typeof FeedbackDraft>;
export type FeedbackItem = z.infer<typeof FeedbackItem>;
export type FeedbackPriority = z.infer<typeof FeedbackPriority>;
export type FeedbackStatus = z.infer<typeof FeedbackStatus>;

const admin = { access: "admin", stability: "beta" } as const;

const YesOrNo = z.enum(["true", "false"]);

/** Feedback as administrators see it. */
export const AdminFeedbackItem = FeedbackItem.extend({
  userName: z.string().optional().describe("Name of the learner."),
  platform: z.string().optional().describe("Platform of the app that sent it."),
  appVersion: z.string().optional().describe("Version of the app that sent it."),
  readAt: Timestamp.nullable().describe("When an administrator first opened it."),
});

export const FeedbackReply = z.object({
  id: z.string().describe("Id of the reply, a UUID."),
  feedbackId: z.string().describe("Id of the feedback it belongs to, a UUID."),
  authorKind: z
    .enum(["admin", "user"])
    .describe("Whether an administrator or the learner wrote it."),
  authorId: z.string().describe("Id of the account that wrote it."),
  body: z.string().describe("Text of the reply, 1 to 5000 characters."),
  createdAt: Timestamp.describe("When it was written."),
});

export const FeedbackEvent = z.object({
  id: z.string().describe("Id of the event, a UUID."),
  kind: z
    .enum(["created", "read", "status", "priority", "assigned", "resolution", "reply"])
    .describe("The action taken on the feedback."),
  actor: z.string().describe("Id of the learner (created) or of the administrator."),
  summary: z.string().describe("What changed, in English, at most 200 characters."),
  createdAt: Timestamp.describe("When the action was taken."),
});

const FeedbackFilters = z.object({
  category: z
    .string()
    .max(64)
    .optional()
    .describe("Only feedback in this category, at most 64 characters."),
  status: FeedbackStatus.optional().describe("Only feedback with this status."),
  priority: FeedbackPriority.optional().describe("Only feedback with this priority."),
  unread: YesOrNo.optional().describe(
    "true: only feedback that no administrator has opened; false: only the rest.",
  ),
  assigned: YesOrNo.optional().describe(
    "true: only feedback assigned to an administrator; false: only the rest.",
  ),
});

export const listAdminFeedback = endpoint({
  method: "GET",
  path: "/api/admin/feedback",
  summary: "Feedback of all learners, newest first.",
  ...admin,
  query: PageQuery.extend(FeedbackFilters.shape),
  replies: { 200: enveloped(paged(AdminFeedbackItem)) },
  errors: [],
});

export const readFeedbackStats = endpoint({
  method: "GET",
  path: "/api/admin/feedback/stats",
  summary: "How much feedback there is, and how fast it is answered.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        total: z.number().int().describe("Number of all feedback ever sent."),
        unresolved: z.number().int().describe("Number of feedback that is open or in progress."),
        byCategory: z
          .record(z.string(), z.number().int())
          .describe("Number by category, for the 100 largest categories."),
        byStatus: z
          .object({
            open: z.number().int().describe("Not yet started."),
            inProgress: z.number().int().describe("Somebody is working on it."),
            resolved: z.number().int().describe("Answered or fixed."),
            closed: z.number().int().describe("Closed, with or without a result."),
          })
          .describe("All feedback by status."),
        unreadCount: z.number().int().describe("Number never opened by an administrator."),
        assignedCount: z.number().int().describe("Number assigned to an administrator."),
        resolvedCount: z.number().int().describe("Number with the status resolved."),
        medianResponseMinutes: z
          .number()
          .min(0)
          .nullable()
          .describe(
            "Minutes from creation to the first reply or change of status, for feedback of " +
              "the last 30 days; null if there was none.",
          ),
        resolveRate7d: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .describe(
            "Share of the last seven days' feedback that is resolved, 0 to 1; null if there " +
              "is none.",
          ),
      }),
    ),
  },
  errors: [],
});

export const exportFeedback = endpoint({
  method: "GET",
  path: "/api/admin/feedback/export.csv",
  summary: "Feedback as a CSV file, newest first, with the filters of the list.",
  ...admin,
  query: FeedbackFilters,
  replies: { 200: csvFile },
  errors: [],
});

export const readFeedback = endpoint({
  method: "GET",
  path: "/api/admin/feedback/:id",
  summary: "One item with its replies and history; reading marks it as read.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        item: AdminFeedbackItem.describe("The feedback, now marked as read."),
        replies: z.array(FeedbackReply).describe("The last 500 replies, oldest first."),
        events: z.array(FeedbackEvent).describe("The last 500 actions, oldest first."),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const replyToFeedback = endpoint({
  method: "POST",
  path: "/api/admin/feedback/:id/replies",
  summary: "Reply to the learner, who gets a notification.",
  ...admin,
  body: z.object({ body: trimmed(1, 5000).describe("1 to 5000 characters.") }),
  faults: { body: "INVALID_REPLY" },
  replies: { 201: enveloped(FeedbackReply) },
  errors: ["INVALID_REPLY", "NOT_FOUND"],
});

export const changeFeedback = endpoint({
  method: "PATCH",
  path: "/api/admin/feedback/:id",
  summary: "Change priority, status, assignee or resolution; absent fields are unchanged.",
  ...admin,
  body: z.object({
    priority: FeedbackPriority.nullish().describe("How urgent it is."),
    status: FeedbackStatus.nullish().describe("New status; any change is allowed."),
    assigneeAdminId: z
      .string()
      .nullable()
      .optional()
      .describe("Id of an administrator; null for nobody."),
    resolution: trimmed(0, 5000)
      .nullish()
      .describe("Resolution, at most 5000 characters; empty for none."),
  }),
  faults: {
    priority: "VALIDATION_ERROR",
    status: "VALIDATION_ERROR",
    resolution: "VALIDATION_ERROR",
  },
  replies: { 200: enveloped(AdminFeedbackItem) },
  errors: ["VALIDATION_ERROR", "NOT_FOUND"],
});

export type AdminFeedbackItem = z.infer<typeof AdminFeedbackItem>;

export type FeedbackReply = z.infer<typeof FeedbackReply>;

export type FeedbackEvent = z.infer<typeof FeedbackEvent>;
