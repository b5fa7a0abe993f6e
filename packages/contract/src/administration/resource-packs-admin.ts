import { z } from "zod";
import { PackChannel, PackId, PackOutcome, PackVersion } from "../clients/resource-packs.ts";
import { done, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const Count = z.number().int();

const Signed = z.object({
  packId: PackId,
  version: z.string().describe("Version of the pack, such as `1.2.3`."),
  sha256: z.string().describe("Of the payload; 64 lower-case hexadecimal digits."),
  signature: z.string().describe("Over the payload's bytes; base64, 88 characters."),
  sizeBytes: Count.describe("Of the payload, 1-4194304."),
  channel: PackChannel.describe("The one it was uploaded for."),
});

const DeskVersion = Signed.extend({
  signatureAlg: z.literal("ed25519").describe("How it is signed."),
  minAppVersion: z.string().nullable().describe("Oldest app that may apply it; null: any."),
  payloadPath: z.string().describe("Path of the payload, without host and BASE_PATH."),
  publishedAt: Timestamp.describe("When it was uploaded."),
  deactivatedAt: Timestamp.nullable().describe("When it was withdrawn; null: it is not."),
});

const Outcomes = z.record(PackOutcome, Count);

const DeskPack = z.object({
  packId: PackId,
  description: z.string().describe("What it is for, at most 500 characters; may be empty."),
  createdAt: Timestamp.describe("When its first version was uploaded."),
  updatedAt: Timestamp.describe("When its newest version was uploaded."),
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
        totalPacks: Count.describe("All packs, with those of which no version is in force."),
        newPacksThisMonth: Count.describe("Packs whose first version was uploaded in this month."),
        totalVersions: Count.describe("Versions of all packs, the withdrawn ones included."),
        versionsByChannel: z.record(PackChannel, Count).describe("By channel of upload."),
        installsToday: Count.describe("Reports of any outcome."),
        installsTodaySuccess: Count.describe("Reports `installed`."),
        failureRate7d: z.number().describe("Share of reports other than `installed`, 0-1."),
        failures7dByOutcome: z
          .record(PackOutcome.exclude(["installed"]), Count)
          .describe("Reports of the last 7 days other than `installed`, by outcome."),
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
    version: PackVersion.describe(
      "Version of the payload, above all that the pack had in this channel.",
    ),
    channel: PackChannel.describe(
      "Channel that it is meant for first; it is not in force there yet.",
    ),
    minAppVersion: PackVersion.optional().describe("Oldest app that may apply it; absent: any."),
    description: trimmed(0, 500).optional().describe("Of the pack; at most 500 characters."),
  }),
  faults: {
    version: "VALIDATION_ERROR",
    channel: "VALIDATION_ERROR",
    minAppVersion: "VALIDATION_ERROR",
    description: "VALIDATION_ERROR",
  },
  replies: {
    200: enveloped(
      Signed.extend({
        warnings: z
          .array(z.string())
          .optional()
          .describe("What is odd about the payload, in English; absent if nothing is."),
      }),
    ),
  },
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
  body: z.object({
    version: z
      .string()
      .max(64)
      .describe("Version of the pack that was uploaded and not withdrawn."),
  }),
  faults: { version: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        packId: PackId,
        channel: PackChannel.describe("Where it is in force now."),
        version: z.string().describe("Version of the pack."),
        activated: done,
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
      z.object({
        packId: PackId,
        version: z.string().describe("Version of the pack."),
        deactivated: done,
      }),
    ),
  },
  errors: ["RESOURCE_PACK_NOT_FOUND"],
});

const VersionOutcome = z.object({
  version: z.string().describe("Version of the pack, as it was reported."),
  outcome: PackOutcome.describe("What became of the installation."),
  count: Count.describe("Reports with this outcome."),
});

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
        packId: PackId,
        stats: z.array(VersionOutcome).describe("All days together."),
        byDay: z
          .array(VersionOutcome.extend({ day: z.string().describe("UTC.") }))
          .optional()
          .describe("Day by day; only with `days`."),
      }),
    ),
  },
  errors: ["VALIDATION_ERROR", "RESOURCE_PACK_NOT_FOUND"],
});
