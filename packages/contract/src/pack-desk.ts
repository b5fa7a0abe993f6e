import { z } from "zod";
import { Timestamp, trimmed } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { PackChannel, PackVersion } from "./resource-packs.ts";
import { PackOutcome } from "./telemetry.ts";

const Count = z.number().int();

const Signed = z.object({
  packId: z.string(),
  version: z.string(),
  sha256: z.string().describe("Of the payload; 64 lower-case hexadecimal digits."),
  signature: z.string().describe("Over the payload's bytes; base64, 88 characters."),
  sizeBytes: Count.describe("Of the payload, 1-4194304."),
  channel: PackChannel.describe("The one it was uploaded for."),
});

const DeskVersion = Signed.extend({
  signatureAlg: z.literal("ed25519"),
  minAppVersion: z.string().nullable(),
  payloadPath: z.string(),
  publishedAt: Timestamp,
  deactivatedAt: Timestamp.nullable(),
});

const Outcomes = z.record(PackOutcome, Count);

const DeskPack = z.object({
  packId: z.string(),
  description: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  versions: z.array(DeskVersion).describe("Newest upload first."),
  active: z.record(PackChannel, z.string().nullable()).describe("Version in force by channel."),
  totalInstalls: Count.describe("Reports `installed` of all time."),
  outcomes7d: Outcomes.describe("Reports of the last 7 days."),
});

const admin = { access: "admin", stability: "beta" } as const;

export const listPackDesk = endpoint({
  method: "GET",
  path: "/api/admin/resource-packs",
  summary: "All resource packs with their versions, by id.",
  ...admin,
  replies: { 200: enveloped(z.array(DeskPack)) },
  errors: [],
});

export const readPackSummary = endpoint({
  method: "GET",
  path: "/api/admin/resource-packs/summary",
  summary: "Figures about all packs; days and months are UTC.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        totalPacks: Count,
        newPacksThisMonth: Count,
        totalVersions: Count,
        versionsByChannel: z.record(PackChannel, Count).describe("By channel of upload."),
        installsToday: Count.describe("Reports of any outcome."),
        installsTodaySuccess: Count.describe("Reports `installed`."),
        failureRate7d: z.number().describe("Share of reports other than `installed`, 0-1."),
        failures7dByOutcome: z.record(PackOutcome.exclude(["installed"]), Count),
        onlineClients: Count.describe("Open streams of learners."),
      }),
    ),
  },
  errors: [],
});

export const uploadPack = endpoint({
  method: "POST",
  path: "/api/admin/resource-packs/:pack_id/versions",
  summary: "Upload and sign a version of a pack: the payload's bytes, at most 4 MiB.",
  ...admin,
  bodyForm: "raw",
  bodyMaxBytes: 4 * 1024 * 1024,
  query: z.object({
    version: PackVersion,
    channel: PackChannel,
    minAppVersion: PackVersion.optional(),
    description: trimmed(0, 500).optional().describe("Of the pack; at most 500 characters."),
  }),
  faults: {
    version: "VALIDATION_ERROR",
    channel: "VALIDATION_ERROR",
    minAppVersion: "VALIDATION_ERROR",
    description: "VALIDATION_ERROR",
  },
  replies: { 200: enveloped(Signed.extend({ warnings: z.array(z.string()).optional() })) },
  errors: [
    "VALIDATION_ERROR",
    "PACK_EMPTY",
    "PACK_VERSION_NOT_INCREASING",
    "PACK_VERSION_EXISTS",
    "RESOURCE_PACK_SIGNER_UNAVAILABLE",
    "PACK_WRITE_FAILED",
  ],
});

export const activatePack = endpoint({
  method: "PUT",
  path: "/api/admin/resource-packs/:pack_id/channel/:channel/active",
  summary: "Put a version into force in a channel; clients are told once in 5 minutes.",
  ...admin,
  body: z.object({ version: z.string().max(64) }),
  faults: { version: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        packId: z.string(),
        channel: PackChannel,
        version: z.string(),
        activated: z.literal(true),
        audienceClients: Count.describe("Open streams of learners."),
      }),
    ),
  },
  errors: ["VALIDATION_ERROR", "RESOURCE_PACK_NOT_FOUND"],
});

export const deactivatePack = endpoint({
  method: "DELETE",
  path: "/api/admin/resource-packs/:pack_id/versions/:version",
  summary: "Withdraw a version from all channels, for good; its bytes are kept for 30 days.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({ packId: z.string(), version: z.string(), deactivated: z.literal(true) }),
    ),
  },
  errors: ["RESOURCE_PACK_NOT_FOUND"],
});

const VersionOutcome = z.object({ version: z.string(), outcome: PackOutcome, count: Count });

export const readPackStats = endpoint({
  method: "GET",
  path: "/api/admin/resource-packs/:pack_id/stats",
  summary: "Reports of installations by version and outcome.",
  ...admin,
  query: z.object({
    days: z.coerce.number().int().min(1).max(90).optional().describe("1-90; absent: all time."),
  }),
  faults: { days: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        packId: z.string(),
        stats: z.array(VersionOutcome),
        byDay: z.array(VersionOutcome.extend({ day: z.string().describe("UTC.") })).optional(),
      }),
    ),
  },
  errors: ["VALIDATION_ERROR", "RESOURCE_PACK_NOT_FOUND"],
});
