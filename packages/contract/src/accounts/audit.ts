import { z } from "zod";
import { auditActions, auditOutcomes, auditTargets } from "../core/choices.ts";
import { paged, PageQuery, sortBy, Timestamp } from "../core/common.ts";
import { csvFile, endpoint, enveloped } from "../core/endpoint.ts";

const ID_LENGTH_MAX = 128;
const ACTION_LENGTH_MAX = 64;

/** What an entry is about. */
export const AuditTargetType = z.enum(auditTargets).describe("What kind of thing was changed.");

export const AuditOutcome = z
  .enum(auditOutcomes)
  .describe("rolled_back, in_progress: of updates and restores only.");

export const AuditLogEntry = z.object({
  id: z
    .number()
    .int()
    .describe("Number of the entry; later ones are higher. `X-Audit-Id` of the write has it."),
  adminId: z.string().nullable().meta({ description: "null: the service itself" }),
  action: z.string().meta({ description: "`noun.verb`, such as `user.ban`" }),
  targetType: AuditTargetType.nullable().describe(
    "What kind of thing was changed; null: nothing in particular.",
  ),
  targetId: z.string().nullable().meta({ description: "null also after a learner was erased" }),
  targetName: z
    .string()
    .nullable()
    .describe("Name of the learner, administrator or key; null: none, or the account is gone."),
  ip: z
    .string()
    .nullable()
    .describe("Address of the call; null: not known, or the service itself."),
  sessionId: z
    .string()
    .nullable()
    .describe("Sign-in of the administrator; null with an API key, which metadataJson names."),
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("What the change replaced, without secrets; null: not told."),
  after: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The same things after the change, without secrets; null: not told."),
  metadataJson: z.record(z.string(), z.unknown()).meta({
    description: "What else there is to know; `apiKeyId` if an API key was used. Never secrets.",
  }),
  outcome: AuditOutcome,
  error: z.string().nullable().describe("Why it failed; null if it did not."),
  fromVersion: z.string().nullable().describe("Version before an update; null otherwise."),
  toVersion: z.string().nullable().describe("Version after an update; null otherwise."),
  channel: z
    .string()
    .nullable()
    .describe("Channel of an update or a resource pack; null otherwise."),
  startedAt: Timestamp.describe("When it was begun."),
  completedAt: Timestamp.nullable().meta({ description: "null while in progress" }),
});

const Instant = z.iso
  .datetime({ offset: true })
  .meta({ description: "ISO 8601 with zone, inclusive" })
  .optional();

export const AuditLogFilter = z.object({
  adminId: z
    .string()
    .max(ID_LENGTH_MAX)
    .optional()
    .describe("Only what this administrator did; an id of at most 128 characters."),
  action: z
    .string()
    .max(ACTION_LENGTH_MAX)
    .optional()
    .describe("Only this action, such as `user.ban`."),
  targetType: AuditTargetType.optional().describe("Only what was done to things of this kind."),
  targetId: z
    .string()
    .max(ID_LENGTH_MAX)
    .optional()
    .describe("Only what was done to the thing with this id."),
  outcome: AuditOutcome.optional().describe(
    "Only entries with this outcome; rolled_back and in_progress: updates and restores.",
  ),
  since: Instant.describe("Only entries begun at this time or later; ISO 8601 with zone."),
  until: Instant.describe("Only entries begun at this time or before; ISO 8601 with zone."),
});

export const listAuditLog = endpoint({
  method: "GET",
  path: "/api/admin/audit-log",
  summary: "What administrators did, and what happened to accounts; latest first by default.",
  access: "admin",
  stability: "beta",
  query: AuditLogFilter.extend(PageQuery.shape).extend({
    sort: sortBy(["startedAt"], "-startedAt"),
  }),
  replies: { 200: enveloped(paged(AuditLogEntry)) },
  errors: [],
});

export const readAuditEntry = endpoint({
  method: "GET",
  path: "/api/admin/audit-log/:id",
  summary: "One entry of the audit log, as `X-Audit-Id` names it.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(AuditLogEntry) },
  errors: ["NOT_FOUND"],
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

export type AuditAction = (typeof auditActions)[number];
export type AuditTargetType = z.infer<typeof AuditTargetType>;
export type AuditOutcome = z.infer<typeof AuditOutcome>;
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;
export type AuditLogFilter = z.output<typeof AuditLogFilter>;
