import { z } from "zod";
import { LearnerId, limitOf, MarkedRead, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const learner = { access: "learner" } as const;

export const NotificationType = z
  .enum(["system", "achievement", "reminder", "info", "broadcast"])
  .describe("Kind of message; broadcast: sent by an administrator to many learners.");

/** A message to a learner. */
export const Notification = z.object({
  id: z.string().describe("Id of the notification, a UUID."),
  userId: LearnerId,
  type: NotificationType,
  title: z.string().describe("Title of one line, in the learner's language."),
  message: z.string().describe("Text of the message, in the learner's language."),
  wordId: z
    .string()
    .optional()
    .describe("Id of the word that a reminder is about; absent otherwise."),
  overdueHours: z
    .number()
    .optional()
    .describe("Hours since that word was due; absent if there is no word."),
  read: z.boolean().describe("Whether the learner has read it."),
  createdAt: Timestamp.describe("When it was sent."),
});

/** An achievement; once unlocked, it stays unlocked. */
export const Badge = z.object({
  id: z.string().describe("Name of the badge for programs, such as `streak_7`."),
  name: z.string().describe("Name of the badge, in the learner's language."),
  description: z.string().describe("What it is awarded for, in the learner's language."),
  unlocked: z.boolean().describe("Whether it was awarded; an awarded badge stays unlocked."),
  progress: z.number().min(0).max(1).describe("The learner's progress, 0 to 1; 1 means earned."),
  unlockedAt: Timestamp.nullable().describe("When it was awarded; null if not yet."),
});
export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  summary: "The caller's notifications, newest first.",
  ...learner,
  query: z.object({
    limit: limitOf(200, 50),
    unreadOnly: z
      .enum(["true", "false"])
      .default("false")
      .describe("true: only notifications that the caller has not read; default: false."),
  }),
  replies: { 200: enveloped(z.array(Notification)) },
  errors: [],
});

export const countUnreadNotifications = endpoint({
  method: "GET",
  path: "/api/notifications/unread-count",
  summary: "Number of the caller's unread notifications.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        unreadCount: z.number().int().describe("Number of unread notifications, 0 or more."),
      }),
    ),
  },
  errors: [],
});

export const readNotification = endpoint({
  method: "PUT",
  path: "/api/notifications/:id/read",
  summary: "Mark one of the caller's notifications as read.",
  ...learner,
  replies: { 200: enveloped(Notification) },
  errors: ["NOT_FOUND"],
});

export const readAllNotifications = endpoint({
  method: "POST",
  path: "/api/notifications/read-all",
  summary: "Mark all of the caller's notifications as read.",
  ...learner,
  replies: { 200: enveloped(MarkedRead) },
  errors: [],
});

export const listBadges = endpoint({
  method: "GET",
  path: "/api/notifications/badges",
  summary: "All badges and the caller's progress.",
  ...learner,
  replies: { 200: enveloped(z.array(Badge)) },
  errors: [],
});
export type Badge = z.infer<typeof Badge>;
export type Notification = z.infer<typeof Notification>;
export type NotificationType = z.infer<typeof NotificationType>;
