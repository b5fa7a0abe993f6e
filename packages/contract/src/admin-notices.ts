import { z } from "zod";

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
