import { z } from "zod";
import { auditActions, auditOutcomes, auditTargets } from "../core/choices.ts";
import { paged, PageQuery, sortBy, Timestamp } from "../core/common.ts";
import { csvFile, endpoint, enveloped } from "../core/endpoint.ts";

const ID_LENGTH_MAX = 128;
const ACTION_LENGTH_MAX = 64;

/** What an audit log entry is about. */
export const AuditTargetType = z.enum(auditTargets).describe("Kind of thing that was changed.");

export const AuditOutcome = z
  .enum(auditOutcomes)
  .describe("rolled_back, in_progress: only for updates and restores.");

export const AuditLogEntry = z.object({
  id: z
    .number()
    .int()
    .describe(
      "Number of the entry; later entries have higher numbers. The `X-Audit-Id` header of the " +
        "write carries it.",
    ),
  adminId: z.string().nullable().meta({
    description: "Id of the administrator; null for the service itself and for learners.",
  }),
  adminName: z
    .string()
    .nullable()
    .optional()
    .describe("E-mail address of the administrator, also of a deleted one; null for the service."),
  action: z.string().meta({ description: "`noun.verb`, such as `user.ban`" }),
  targetType: AuditTargetType.nullable().describe(
    "Kind of thing that was changed; null if nothing specific.",
  ),
  targetId: z.string().nullable().meta({
    description: "Id of the thing; null if there is none, or after a learner was erased.",
  }),
  targetName: z
    .string()
    .nullable()
    .describe(
      "Name of the thing: the present one, or else the one at the time of the action; null if it " +
        "has none, or after a learner was erased.",
    ),
  targetExists: z
    .boolean()
    .nullable()
    .optional()
    .describe("false if the thing was deleted since; null if that is not known."),
  ip: z
    .string()
    .nullable()
    .describe("IP address of the call; null if unknown, or for the service itself."),
  sessionId: z
    .string()
    .nullable()
    .describe("Id of the sign-in of whoever acted; null if an API key was used, see `apiKeyName`."),
  apiKeyName: z
    .string()
    .nullable()
    .optional()
    .describe("Name of the API key that was used; null if none was."),
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The replaced values, without secrets; null if not recorded."),
  after: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The new values, without secrets; null if not recorded."),
  metadataJson: z.record(z.string(), z.unknown()).meta({
    description: "Further details; `apiKeyId` if an API key was used. Never contains secrets.",
  }),
  outcome: AuditOutcome,
  error: z.string().nullable().describe("Why the action failed; null if it did not."),
  fromVersion: z.string().nullable().describe("Version before an update; null otherwise."),
  toVersion: z.string().nullable().describe("Version after an update; null otherwise."),
  channel: z
    .string()
    .nullable()
    .describe("Channel of an update or a resource pack; null otherwise."),
  startedAt: Timestamp.describe("When the action started."),
  completedAt: Timestamp.nullable().meta({
    description: "When the action ended; null while in progress.",
  }),
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
    .describe("Only actions of this administrator; an id of at most 128 characters."),
  action: z
    .string()
    .max(ACTION_LENGTH_MAX)
    .optional()
    .describe("Only this action, such as `user.ban`."),
  targetType: AuditTargetType.optional().describe("Only actions on things of this kind."),
  targetId: z
    .string()
    .max(ID_LENGTH_MAX)
    .optional()
    .describe("Only actions on the thing with this id."),
  outcome: AuditOutcome.optional().describe(
    "Only entries with this outcome; rolled_back and in_progress occur only for updates and " +
      "restores.",
  ),
  since: Instant.describe("Only entries started at this time or later; ISO 8601 with zone."),
  until: Instant.describe("Only entries started at this time or earlier; ISO 8601 with zone."),
});

export const listAuditLog = endpoint({
  method: "GET",
  path: "/api/admin/audit-log",
  summary: "What administrators did and what happened to accounts; latest first by default.",
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
  summary: "One entry of the audit log, by the number in `X-Audit-Id`.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(AuditLogEntry) },
  errors: ["NOT_FOUND"],
});

export const exportAuditLog = endpoint({
  method: "GET",
  path: "/api/admin/audit-log/export.csv",
  summary: "The entries as CSV, latest first, at most 100,000. The export itself adds an entry.",
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
