import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import type { ErrorCode } from "../core/errors.ts";
import { hindranceSentences, rollbackSentences } from "../core/operator-sentences.ts";
import { sentenceObject } from "../core/sentences.ts";

const admin = { access: "admin", stability: "beta" } as const;

/** Longer than any tag; a malformed tag is refused with its own code. */
const TagText = z.string().min(1).max(64);

/** `stable`: releases `vX.Y.Z`. `beta`: the highest of these and of `vX.Y.Z-beta.N`. */
export const ReleaseChannel = z
  .enum(["stable", "beta"])
  .describe("stable: releases vX.Y.Z; beta: the highest of these and of vX.Y.Z-beta.N.");

export const UpdatePhase = z
  .enum([
    "pending",
    "downloading",
    "verifying",
    "extracting",
    "backing_up_db",
    "swapping",
    "restarting",
    "completed",
    "failed",
  ])
  .describe("Phases, in this order; maintenance mode is on from swapping to the end.");

/** The newest release of a channel, as last fetched. */
export const ChannelStatus = z.object({
  latestVersion: z.string().describe("Release tag."),
  latestPublishedAt: Timestamp.nullable().describe("When it was published; null if unknown."),
  releaseNotes: z.string().describe("Release notes, in Markdown as published; may be empty."),
  releaseUrl: z.string().describe("Page of the release."),
  hasUpdate: z
    .boolean()
    .describe("Whether it is newer than the running version and was not rolled back here."),
  failedHereAt: Timestamp.nullable().describe(
    "When it was last installed here, did not become healthy and was rolled back; null if " +
      "never, after a later success, and if it is not newer than the running version.",
  ),
  canApply: z
    .boolean()
    .describe("Whether this installation can install it: the release has files for this machine."),
});

const percent = z.number().int().min(0).max(100);

export const ApplyAccepted = z.object({
  taskId: z.string().describe("Id of the task, a UUID; events carry it."),
  phase: UpdatePhase,
  percent: percent.describe("Progress, 0 to 100."),
  targetVersion: z.string().describe("Release tag."),
  startedAt: Timestamp.describe("When the task started."),
});

export const ApplyTaskStatus = ApplyAccepted.extend({
  percent: percent.describe(
    "0 to 100: downloading 5 to 50 by bytes, verifying 55, extracting 60, backing_up_db 70, " +
      "swapping 85, restarting 90, completed 100; failed keeps the last.",
  ),
  completedAt: Timestamp.optional().describe("When the task ended; absent while it runs."),
  error: z.string().optional().describe("Error as `<Name>: <text>`; only if phase is failed."),
});

export const AdminUpdateStatus = z.object({
  currentVersion: z.string().describe("Release tag of the running program."),
  stable: ChannelStatus.nullable().describe(
    "The newest release of the stable channel; null if unknown or there is none.",
  ),
  beta: ChannelStatus.nullable().describe(
    "The newest release of the beta channel; null if unknown or there is none.",
  ),
  lastCheckedAt: Timestamp.nullable().describe("When the list of releases was last fetched."),
  autoCheckEnabled: z.boolean().describe("Whether the list of releases is fetched every hour."),
  allowDowngrade: z
    .boolean()
    .describe("Whether older versions may be installed (UPDATE_ALLOW_DOWNGRADE)."),
  applyTask: ApplyTaskStatus.optional().describe(
    "The running or last task; absent if there was none.",
  ),
  installedAt: Timestamp.nullable().describe("When this version first ran here."),
  uptimeSecs: z.number().int().min(0).describe("Seconds since the process started."),
  currentSchema: z
    .number()
    .int()
    .min(0)
    .describe("Number of the newest migration of the database."),
  canApplyReason: z
    .string()
    .nullable()
    .describe(
      "Why this installation cannot update itself: `<name>: <sentence and command>` with name " +
        "platform, disabled, source_checkout, container, several_processes or read_only.",
    ),
  canApplyDetail: sentenceObject(hindranceSentences)
    .nullable()
    .describe("The same by code; null likewise."),
});

export const readUpdateStatus = endpoint({
  method: "GET",
  path: "/api/admin/updates/status",
  summary: "The running version, the newest releases as last fetched, and the last update.",
  ...admin,
  replies: { 200: enveloped(AdminUpdateStatus) },
  errors: [],
});

export const checkForUpdates = endpoint({
  method: "POST",
  path: "/api/admin/updates/check",
  summary: "Fetch the list of releases now; all streams are notified of newer ones.",
  ...admin,
  replies: { 200: enveloped(AdminUpdateStatus) },
  errors: ["UPDATER_DISABLED", "GITHUB_RATE_LIMITED", "UPDATE_SOURCE_ERROR"],
});

const UpdateOrder = z.object({
  channel: ReleaseChannel.describe("Channel of the version."),
  targetVersion: TagText.describe("Release tag to install."),
  confirmCurrentVersion: TagText.describe("Release tag now running, as a confirmation."),
});

const refusals = [
  "UPDATER_DISABLED",
  "CURRENT_VERSION_MISMATCH",
  "INVALID_TARGET_VERSION",
  "TARGET_MISMATCH",
  "NO_ASSET",
  "UPDATE_IN_PROGRESS",
] as const satisfies readonly ErrorCode[];

export const applyUpdate = endpoint({
  method: "POST",
  path: "/api/admin/updates/apply",
  summary: "Install the newest release of a channel. Status and events report the progress.",
  ...admin,
  scope: "none",
  body: UpdateOrder.extend({
    targetVersion: TagText.describe("Release tag; must be the newest of the channel."),
  }),
  replies: { 202: enveloped(ApplyAccepted) },
  errors: [...refusals, "DOWNGRADE_REFUSED"],
});

/** One update or rollback. */
export const UpdateHistoryEntry = z.object({
  id: z.number().int().describe("Id of its entry in the audit log."),
  adminId: z
    .string()
    .nullable()
    .describe("Id of the administrator who ordered it; null for nobody."),
  fromVersion: z.string().describe("Release tag before the update."),
  toVersion: z.string().describe("Release tag to be installed."),
  channel: ReleaseChannel.describe("Channel of the release."),
  startedAt: Timestamp.describe("When the update started."),
  completedAt: Timestamp.optional().describe("When the update ended; absent while it runs."),
  outcome: z
    .enum(["in_progress", "success", "failed", "rolled_back"])
    .describe("rolled_back: the new version was put in place and then removed."),
  error: z
    .string()
    .optional()
    .describe("Why it failed, as `<Name>: <text>`; absent if it did not."),
  action: z
    .enum(["self_update", "rollback"])
    .describe("self_update: to the newest release; rollback: to a known version."),
});

export const listUpdates = endpoint({
  method: "GET",
  path: "/api/admin/updates/history",
  summary: "The last 50 updates and rollbacks, latest first.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        entries: z.array(UpdateHistoryEntry).describe("The updates and rollbacks, latest first."),
      }),
    ),
  },
  errors: [],
});

export const readChangelog = endpoint({
  method: "GET",
  path: "/api/admin/updates/changelog",
  summary: "Release notes of a channel's newest release, as last fetched.",
  ...admin,
  query: z.object({
    channel: ReleaseChannel.default("stable").describe("Channel; default: stable."),
  }),
  replies: {
    200: enveloped(
      z.object({
        available: z.boolean().describe("Whether a release is available."),
        channel: ReleaseChannel.describe("The requested channel."),
        targetVersion: z
          .string()
          .nullable()
          .describe("Release tag of the newest release; null if unknown."),
        releaseNotes: z.string().describe("Release notes, in Markdown as published; may be empty."),
        compareUrl: z
          .string()
          .nullable()
          .describe("Page with the changes since the running version."),
        reason: z
          .enum(["disabled", "not_checked", "no_release"])
          .nullable()
          .describe("Why no release is available."),
      }),
    ),
  },
  errors: [],
});

export const planRollback = endpoint({
  method: "POST",
  path: "/api/admin/updates/rollback/preflight",
  summary: "Preview of going back or forward to a known version; changes nothing.",
  ...admin,
  body: z.object({
    targetVersion: TagText.describe("Release tag."),
    confirmCurrentVersion: TagText.optional().describe(
      "Release tag now running; if given, any other one is refused.",
    ),
  }),
  replies: {
    200: enveloped(
      z.object({
        canRollback: z.boolean().describe("Whether the rollback is possible."),
        targetVersion: z.string().describe("The requested release tag."),
        currentVersion: z.string().describe("Release tag now running."),
        targetSchema: z
          .number()
          .int()
          .nullable()
          .describe(
            "Number of the newest migration that the target knows; null if the version is unknown.",
          ),
        currentSchema: z.number().int().describe("Number of the newest migration of the database."),
        willDropAfterSchema: z
          .boolean()
          .describe("Features that need a newer database pause; their data is kept."),
        droppedVersionsHint: z
          .array(z.string())
          .describe("Versions between the target and the running one, newest first."),
        needsDownload: z.boolean().describe("Whether its files are no longer kept here."),
        reason: z
          .string()
          .nullable()
          .describe("Why the rollback is not possible, in English; null if it is."),
        reasonDetail: sentenceObject(rollbackSentences)
          .nullable()
          .describe("The same reason by code; null if the rollback is possible."),
      }),
    ),
  },
  errors: ["CURRENT_VERSION_MISMATCH", "INVALID_TARGET_VERSION"],
});

export const rollBack = endpoint({
  method: "POST",
  path: "/api/admin/updates/rollback",
  summary: "Install a known version of 1.1.0 or later. The database is backed up and kept.",
  ...admin,
  scope: "none",
  body: UpdateOrder,
  replies: {
    202: enveloped(
      ApplyAccepted.extend({
        action: z.literal("rollback").describe("Always rollback."),
        targetSchema: z
          .number()
          .int()
          .describe("Number of the newest migration that the target knows."),
        currentSchema: z.number().int().describe("Number of the newest migration of the database."),
      }),
    ),
  },
  errors: [...refusals, "ROLLBACK_TARGET_UNKNOWN"],
});

export type AdminUpdateStatus = z.infer<typeof AdminUpdateStatus>;
export type ApplyAccepted = z.infer<typeof ApplyAccepted>;
export type ApplyTaskStatus = z.infer<typeof ApplyTaskStatus>;
export type ChannelStatus = z.infer<typeof ChannelStatus>;
export type ReleaseChannel = z.infer<typeof ReleaseChannel>;
export type UpdateHistoryEntry = z.infer<typeof UpdateHistoryEntry>;
export type UpdatePhase = z.infer<typeof UpdatePhase>;
