import { z } from "zod";
import { PackChannel, PackId, PackOutcome, PackVersion } from "../clients/resource-packs.ts";
import { done, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const Count = z.number().int();

const Signed = z.object({
  packId: PackId,
  version: z.string().describe("Version of the pack, such as `1.2.3`."),
  sha256: z.string().describe("SHA-256 of the payload; 64 lowercase hexadecimal digits."),
  signature: z.string().describe("Signature of the payload's bytes; base64, 88 characters."),
  sizeBytes: Count.describe("Size of the payload, bytes, 1-4194304."),
  channel: PackChannel.describe("Channel for which it was uploaded."),
});

const AdminPackVersion = Signed.extend({
  signatureAlg: z.literal("ed25519").describe("Algorithm of the signature over the payload."),
  minAppVersion: z
    .string()
    .nullable()
    .describe("Oldest app version that may apply it; null for any."),
  payloadPath: z.string().describe("Path of the payload, without host and BASE_PATH."),
  publishedAt: Timestamp.describe("When it was uploaded."),
  deactivatedAt: Timestamp.nullable().describe("When it was withdrawn; null if it is not."),
});

const Outcomes = z.record(PackOutcome, Count);

const AdminPack = z.object({
  packId: PackId,
  description: z.string().describe("Purpose of the pack, at most 500 characters; may be empty."),
  createdAt: Timestamp.describe("When its first version was uploaded."),
  updatedAt: Timestamp.describe("When its newest version was uploaded."),
  versions: z.array(AdminPackVersion).describe("The versions, newest upload first."),
  active: z.record(PackChannel, z.string().nullable()).describe("Active version by channel."),
  totalInstalls: Count.describe("Number of `installed` reports of all time."),
  outcomes7d: Outcomes.describe("Number of reports in the last 7 days."),
});

const admin = { access: "admin", stability: "beta" } as const;

export const listAdminPacks = endpoint({
  method: "GET",
  path: "/api/admin/resource-packs",
  summary: "All resource packs with their versions, by id.",
  ...admin,
  replies: { 200: enveloped(z.array(AdminPack)) },
  errors: [],
});

export const readPackSummary = endpoint({
  method: "GET",
  path: "/api/admin/resource-packs/summary",
  summary: "Figures about all packs; days and months are in UTC.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        totalPacks: Count.describe("Number of packs, including those without an active version."),
        newPacksThisMonth: Count.describe(
          "Number of packs whose first version was uploaded this month.",
        ),
        totalVersions: Count.describe("Number of versions of all packs, including withdrawn ones."),
        versionsByChannel: z
          .record(PackChannel, Count)
          .describe("Number of versions by channel of upload."),
        installsToday: Count.describe("Number of reports with any outcome."),
        installsTodaySuccess: Count.describe("Number of `installed` reports."),
        failureRate7d: z.number().describe("Share of reports other than `installed`, 0 to 1."),
        failures7dByOutcome: z
          .record(PackOutcome.exclude(["installed"]), Count)
          .describe("Number of reports in the last 7 days other than `installed`, by outcome."),
        onlineClients: Count.describe("Number of learners' open streams."),
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
      "Version of the payload; must be higher than all versions of the pack in this channel.",
    ),
    channel: PackChannel.describe(
      "Channel for which it is first intended; the upload does not activate it there.",
    ),
    minAppVersion: PackVersion.optional().describe(
      "Oldest app version that may apply it; default: any.",
    ),
    description: trimmed(0, 500)
      .optional()
      .describe("Purpose of the pack, at most 500 characters."),
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
          .describe("Peculiarities of the payload, in English; absent if there are none."),
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
  summary: "Activate a version in a channel; clients are notified at most once in 5 minutes.",
  ...admin,
  body: z.object({
    version: z
      .string()
      .max(64)
      .describe("An uploaded version of the pack that has not been withdrawn."),
  }),
  faults: { version: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        packId: PackId,
        channel: PackChannel.describe("Channel in which it is now active."),
        version: z.string().describe("Version of the pack."),
        activated: done,
        audienceClients: Count.describe("Number of learners' open streams."),
      }),
    ),
  },
  errors: ["VALIDATION_ERROR", "RESOURCE_PACK_NOT_FOUND"],
});

export const deactivatePack = endpoint({
  method: "DELETE",
  path: "/api/admin/resource-packs/:pack_id/versions/:version",
  summary: "Withdraw a version from all channels permanently; its bytes are kept for 30 days.",
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
  version: z.string().describe("Version of the pack, as reported."),
  outcome: PackOutcome.describe("Outcome of the installation."),
  count: Count.describe("Number of reports with this outcome."),
});

export const readPackStats = endpoint({
  method: "GET",
  path: "/api/admin/resource-packs/:pack_id/stats",
  summary: "Reports of installations by version and outcome.",
  ...admin,
  query: z.object({
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(90)
      .optional()
      .describe("Days to look back, 1-90; default: all time."),
  }),
  faults: { days: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        packId: PackId,
        stats: z.array(VersionOutcome).describe("Totals over all days."),
        byDay: z
          .array(VersionOutcome.extend({ day: z.string().describe("UTC.") }))
          .optional()
          .describe("Totals by day; only with `days`."),
      }),
    ),
  },
  errors: ["VALIDATION_ERROR", "RESOURCE_PACK_NOT_FOUND"],
});
