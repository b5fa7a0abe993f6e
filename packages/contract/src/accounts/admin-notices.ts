import { z } from "zod";
import { MarkedRead, paged, PageQuery, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { noticeSentences } from "../core/operator-sentences.ts";
import { sentenceFields } from "../core/sentences.ts";

/** What a notification for administrators is about. */
export const AdminNoticeKind = z.enum([
  "backup_stale",
  "backup_failed",
  "update_available",
  "update_failed",
  "incident",
  "worker_missed",
  "dead_letter",
  "llm_budget",
  "canary_rolled_back",
  "health_report",
  "security",
]);

export const AdminNoticeSeverity = z.enum(["info", "warning", "error"]);

export type AdminNoticeKind = z.infer<typeof AdminNoticeKind>;
export type AdminNoticeSeverity = z.infer<typeof AdminNoticeSeverity>;

const sentence = sentenceFields(noticeSentences);

/** A notification for administrators; whether it is read is stored per administrator. */
export const AdminNotification = z.object({
  id: z.string().describe("Id of the notification, a UUID."),
  kind: AdminNoticeKind.describe(
    "What it is about; `health_report` is sent weekly, `security` reports reused tokens and " +
      "locked administrators.",
  ),
  severity: AdminNoticeSeverity.describe(
    "info: for information; warning: look into it soon; error: something is broken.",
  ),
  title: z.string().describe("One line, in English."),
  message: z.string().describe("What happened and what to do, in English."),
  code: sentence.code.optional().meta({
    description: "Code of the notification; absent if it was stored before codes existed.",
  }),
  args: sentence.args.optional(),
  link: z.string().nullable().meta({ description: "A path of the console, such as `/monitoring`" }),
  createdAt: Timestamp.describe("When it was stored; it is kept for 90 days."),
  readAt: Timestamp.nullable().meta({ description: "When the caller read it; null if unread." }),
});

export const listAdminNotifications = endpoint({
  method: "GET",
  path: "/api/admin/notifications",
  summary: "Notifications for administrators of the last 90 days, newest first.",
  access: "admin",
  stability: "beta",
  query: PageQuery.extend({
    unreadOnly: z
      .enum(["true", "false"])
      .default("false")
      .describe("true: only notifications that the caller has not read."),
  }),
  replies: {
    200: enveloped(
      paged(AdminNotification).extend({
        unread: z
          .number()
          .int()
          .meta({ description: "Number of the caller's unread notifications, on all pages." }),
      }),
    ),
  },
  errors: [],
});

export const readAdminNotification = endpoint({
  method: "POST",
  path: "/api/admin/notifications/:id/read",
  summary: "Mark a notification as read by the caller.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(AdminNotification) },
  errors: ["NOT_FOUND"],
});

export const readAllAdminNotifications = endpoint({
  method: "POST",
  path: "/api/admin/notifications/read-all",
  summary: "Mark all notifications as read by the caller.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(MarkedRead) },
  errors: [],
});

export type AdminNotification = z.infer<typeof AdminNotification>;
