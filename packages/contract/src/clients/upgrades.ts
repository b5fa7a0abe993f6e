import { z } from "zod";
import { AdminId, done, Timestamp, trimmed, UpdatedAt } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { semverTagForm } from "../core/semver.ts";

const VERSION_LENGTH_MAX = 64;

/** A version as defined by semver.org; a leading `v` is allowed. */
export const SemVersion = z
  .string()
  .trim()
  .max(VERSION_LENGTH_MAX, { abort: true })
  .regex(semverTagForm);

/** An optional version; an empty text counts as absent. */
const OptionalVersion = z
  .string()
  .trim()
  .max(VERSION_LENGTH_MAX, { abort: true })
  .regex(new RegExp(`^$|${semverTagForm.source}`))
  .nullish()
  .transform((version) => version || null);

/** Required and recommended versions of one platform. */
export const UpgradePolicy = z.object({
  platform: z.string().describe("Which apps: web, ios or android."),
  minVersion: z.string().nullable().describe("Older apps must update; null if none must."),
  suggestedVersion: z
    .string()
    .nullable()
    .describe("Older apps are asked to update; null if none are."),
  grayscalePct: z.number().int().describe("Percentage of devices that are asked, 0 to 100."),
  pwaSilentUpdate: z.boolean().describe("Whether the web app updates silently, without asking."),
  updatedAt: UpdatedAt,
  updatedBy: AdminId,
});

/** The last request to update on one platform, until it is revoked or replaced. */
export const UpgradeBroadcast = z.object({
  platform: z.string().describe("Which apps: web, ios or android."),
  belowVersion: z.string().describe("Devices below this version were asked to update."),
  latestVersion: z.string().describe("Version to update to."),
  message: z.string().nullable().describe("Text that the app shows; null for the app's own text."),
  createdAt: Timestamp.describe("When it was sent."),
  createdBy: AdminId,
});

export const UpgradePolicyDraft = z.object({
  minVersion: OptionalVersion.describe(
    "Older apps must update, x.y.z; absent or empty if none must.",
  ),
  suggestedVersion: OptionalVersion.describe(
    "Older apps are asked to update, x.y.z; absent or empty if none are.",
  ),
  grayscalePct: z
    .number()
    .int()
    .min(0)
    .max(100)
    .nullish()
    .transform((share) => share ?? 0)
    .describe("Percentage of devices that are asked to update, 0 to 100; default 0."),
  pwaSilentUpdate: z
    .boolean()
    .nullish()
    .transform((silent) => silent ?? true)
    .describe("Whether the web app updates silently, without asking; default: true."),
});

export const UpgradeBroadcastDraft = z.object({
  belowVersion: SemVersion.describe("Devices below this version are asked to update, x.y.z."),
  latestVersion: SemVersion.describe("Version to update to, x.y.z."),
  message: trimmed(0, 500)
    .nullish()
    .transform((message) => message || null)
    .describe(
      "Text that the app shows, at most 500 characters; absent or empty for the app's own text.",
    ),
});

/** Number of matching registered devices, and of open streams notified. */
export const UpgradeReach = z.object({
  matched: z.number().int().describe("Number of registered devices that match."),
  pushedConnections: z.number().int().describe("Number of open streams notified."),
});

export const listUpgradePolicies = endpoint({
  method: "GET",
  path: "/api/admin/clients/upgrade-policy",
  summary: "Upgrade policies by platform, and active requests to update.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        policies: z.array(UpgradePolicy).describe("One entry for each platform that has a policy."),
        broadcasts: z
          .array(UpgradeBroadcast)
          .describe("One entry for each platform on which devices are asked to update."),
      }),
    ),
  },
  errors: [],
});

export const setUpgradePolicy = endpoint({
  method: "PUT",
  path: "/api/admin/clients/upgrade-policy/:platform",
  summary: "Set the upgrade policy of a platform: web, ios or android.",
  access: "admin",
  stability: "beta",
  body: UpgradePolicyDraft,
  faults: {
    minVersion: "INVALID_VERSION",
    suggestedVersion: "INVALID_VERSION",
    grayscalePct: "INVALID_GRAYSCALE",
  },
  replies: {
    200: enveloped(
      z.object({ ok: done, platform: z.string().describe("Which apps: web, ios or android.") }),
    ),
  },
  errors: ["INVALID_PLATFORM", "INVALID_VERSION", "INVALID_GRAYSCALE"],
});

export const broadcastUpgrade = endpoint({
  method: "POST",
  path: "/api/admin/clients/broadcast-upgrade/:platform",
  summary: "Ask all devices of a platform below a version to update.",
  access: "admin",
  stability: "beta",
  body: UpgradeBroadcastDraft,
  faults: {
    belowVersion: "INVALID_VERSION",
    latestVersion: "INVALID_VERSION",
    message: "VALIDATION_ERROR",
  },
  replies: { 200: enveloped(UpgradeReach) },
  errors: ["INVALID_PLATFORM", "INVALID_VERSION", "VALIDATION_ERROR"],
});

export const previewUpgradeBroadcast = endpoint({
  method: "POST",
  path: "/api/admin/clients/broadcast-upgrade/:platform/preview",
  summary: "Number of devices a broadcast would reach, without sending it.",
  access: "admin",
  stability: "beta",
  body: z.object({
    belowVersion: SemVersion.describe("Devices below this version would be asked to update."),
  }),
  faults: { belowVersion: "INVALID_VERSION" },
  replies: {
    200: enveloped(
      z.object({
        matched: z.number().int().describe("Number of matching registered devices."),
        connections: z.number().int().describe("Number of open streams that would be notified."),
      }),
    ),
  },
  errors: ["INVALID_PLATFORM", "INVALID_VERSION"],
});

export const revokeUpgradeBroadcast = endpoint({
  method: "POST",
  path: "/api/admin/clients/broadcast-upgrade/:platform/revoke",
  summary: "Revoke the upgrade request of a platform.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(UpgradeReach) },
  errors: ["INVALID_PLATFORM"],
});

export type UpgradePolicy = z.infer<typeof UpgradePolicy>;
export type UpgradeBroadcast = z.infer<typeof UpgradeBroadcast>;
export type UpgradePolicyDraft = z.infer<typeof UpgradePolicyDraft>;
export type UpgradeBroadcastDraft = z.infer<typeof UpgradeBroadcastDraft>;
export type UpgradeReach = z.infer<typeof UpgradeReach>;
