import { z } from "zod";
import { Timestamp, trimmed } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const SEMVER = /^v?\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
const VERSION_LENGTH_MAX = 64;

/** A version: three numbers and an optional pre-release; a leading `v` is allowed. */
export const SemVersion = z.string().trim().max(VERSION_LENGTH_MAX, { abort: true }).regex(SEMVER);

/** An optional version; an empty text counts as absent. */
const OptionalVersion = z
  .string()
  .trim()
  .max(VERSION_LENGTH_MAX, { abort: true })
  .regex(new RegExp(`^$|${SEMVER.source}`))
  .nullish()
  .transform((version) => version || null);

/** Required and suggested versions of one platform. */
export const UpgradePolicy = z.object({
  platform: z.string(),
  minVersion: z.string().nullable(),
  suggestedVersion: z.string().nullable(),
  grayscalePct: z.number().int(),
  pwaSilentUpdate: z.boolean(),
  updatedAt: Timestamp,
  updatedBy: z.string(),
});

export const UpgradePolicyDraft = z.object({
  minVersion: OptionalVersion,
  suggestedVersion: OptionalVersion,
  /** Share of devices to which the new version is suggested, in percent. */
  grayscalePct: z
    .number()
    .int()
    .min(0)
    .max(100)
    .nullish()
    .transform((share) => share ?? 0),
  pwaSilentUpdate: z
    .boolean()
    .nullish()
    .transform((silent) => silent ?? true),
});

export const UpgradeBroadcastDraft = z.object({
  belowVersion: SemVersion,
  latestVersion: SemVersion,
  message: trimmed(0, 500)
    .nullish()
    .transform((message) => message || null),
});

/** Number of matching registered devices, and of open streams notified. */
export const UpgradeReach = z.object({
  matched: z.number().int(),
  pushedConnections: z.number().int(),
});

export const listUpgradePolicies = endpoint({
  method: "GET",
  path: "/api/admin/clients/upgrade-policy",
  summary: "Upgrade policies by platform.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ policies: z.array(UpgradePolicy) })) },
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
  replies: { 200: enveloped(z.object({ ok: z.literal(true), platform: z.string() })) },
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
  summary: "Whom a broadcast would reach, without sending it.",
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
export type UpgradePolicyDraft = z.infer<typeof UpgradePolicyDraft>;
export type UpgradeBroadcastDraft = z.infer<typeof UpgradeBroadcastDraft>;
export type UpgradeReach = z.infer<typeof UpgradeReach>;
