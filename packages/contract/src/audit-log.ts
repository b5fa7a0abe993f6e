import { z } from "zod";
import { PageQuery, Timestamp, paged } from "./common.ts";
import { csvFile, endpoint, enveloped } from "./endpoint.ts";

const ID_LENGTH_MAX = 128;
const ACTION_LENGTH_MAX = 64;

/** What an entry is about. */
export const AuditTargetType = z.enum([
  "user",
  "admin",
  "session",
  "api_key",
  "device",
  "platform",
  "broadcast",
  "probe",
  "word",
  "wordbook",
  "feedback",
  "settings",
  "snapshot",
  "pack",
  "amas_config",
  "suggestion",
  "canary",
  "experiment",
  "whitelist",
  "dead_letter",
  "worker",
  "backup",
  "release",
]);

export const AuditOutcome = z.enum(["success", "failed", "in_progress", "rolled_back"]);

export const AuditLogEntry = z.object({
  id: z.number().int(),
  adminId: z.string().nullable().meta({ description: "null: the service itself" }),
  action: z.string().meta({ description: "`noun.verb`, such as `user.ban`" }),
  targetType: AuditTargetType.nullable(),
  targetId: z.string().nullable().meta({ description: "null also after a learner was erased" }),
  metadataJson: z.record(z.string(), z.unknown()).meta({
    description: "What else there is to know; `apiKeyId` if an API key was used. Never secrets.",
  }),
  outcome: AuditOutcome,
  error: z.string().nullable(),
  fromVersion: z.string().nullable(),
  toVersion: z.string().nullable(),
  channel: z.string().nullable(),
  startedAt: Timestamp,
  completedAt: Timestamp.nullable().meta({ description: "null while in progress" }),
});

const Instant = z.iso
  .datetime({ offset: true })
  .meta({ description: "ISO 8601 with zone, inclusive" })
  .optional();

export const AuditLogFilter = z.object({
  adminId: z.string().max(ID_LENGTH_MAX).optional(),
  action: z.string().max(ACTION_LENGTH_MAX).optional(),
  targetType: AuditTargetType.optional(),
  targetId: z.string().max(ID_LENGTH_MAX).optional(),
  since: Instant,
  until: Instant,
});

export const listAuditLog = endpoint({
  method: "GET",
  path: "/api/admin/audit-log",
  summary: "What administrators did, and what happened to accounts; latest first.",
  access: "admin",
  stability: "beta",
  query: AuditLogFilter.extend(PageQuery.shape),
  replies: { 200: enveloped(paged(AuditLogEntry)) },
  errors: [],
});

export const exportAuditLog = endpoint({
  method: "GET",
  path: "/api/admin/audit-log/export.csv",
  summary: "The entries as CSV, latest first, at most 100,000. The export makes an entry itself.",
  access: "super",
  stability: "beta",
  query: AuditLogFilter,
  replies: { 200: csvFile },
  errors: [],
});

export type AuditTargetType = z.infer<typeof AuditTargetType>;
export type AuditOutcome = z.infer<typeof AuditOutcome>;
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;
export type AuditLogFilter = z.output<typeof AuditLogFilter>;
