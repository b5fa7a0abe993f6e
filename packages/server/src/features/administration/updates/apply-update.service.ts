import type { ApplyAccepted, ReleaseChannel } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { claimOverhaul, endOverhaul } from "../../../platform/database/overhaul-claim.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { stagingOf } from "../../../platform/release/install-layout.ts";
import {
  assetsFor,
  newestRelease,
  type Release,
  type ReleaseAssets,
} from "../../../platform/release/release-list.ts";
import { compareTags, parseReleaseTag } from "../../../platform/release/release-tags.ts";
import type { UpdateJournal } from "../../../platform/release/update-journal.ts";
import { releaseUpdateLock, takeUpdateLock } from "../../../platform/release/update-lock.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { knownReleases } from "./release-list.service.ts";
import { findHindrance, installDirOf } from "./update-place.service.ts";
import { isUpdating, keepTask, noteProgress } from "./update-progress.service.ts";
import { hasAssets, hindranceText } from "./update-status.service.ts";
import { runUpdate } from "./update-task.service.ts";

export type UpdateNeeds = Pick<
  Deps,
  | "clock"
  | "database"
  | "events"
  | "ids"
  | "installation"
  | "instance"
  | "log"
  | "maintenance"
  | "settings"
>;

/** The request of an administrator. */
export interface UpdateRequest {
  readonly channel: ReleaseChannel;
  readonly targetVersion: string;
  readonly confirmCurrentVersion: string;
}

/** The folders and releases that a task works on. */
export interface Workplace {
  readonly installDir: string;
  readonly arch: string;
}

/**
 * Starts the update to the newest release of a channel.
 *
 * @throws AppError UPDATER_DISABLED, CURRENT_VERSION_MISMATCH, INVALID_TARGET_VERSION,
 *   TARGET_MISMATCH, DOWNGRADE_REFUSED, NO_ASSET, UPDATE_IN_PROGRESS, checked in this order
 */
export async function applyUpdate(
  needs: UpdateNeeds,
  by: Admin,
  request: UpdateRequest,
): Promise<ApplyAccepted> {
  const { installation, settings } = needs;
  const place = await requireWorkplace(needs);
  requireCurrent(needs, request.confirmCurrentVersion);
  requireTag(needs, request.targetVersion);
  const { releases } = await knownReleases(needs);
  const release = newestRelease(releases, request.channel);
  if (release?.tag !== request.targetVersion) return refuse("TARGET_MISMATCH");
  const isOlder = compareTags(release.tag, installation.version) < 0;
  if (isOlder && !settings.UPDATE_ALLOW_DOWNGRADE) refuse("DOWNGRADE_REFUSED");
  const assets = requireAssets(needs, release);
  return startTask(needs, by, { request, place, assets, action: "self_update", schema: null });
}

/** @throws AppError NO_ASSET (platform), UPDATER_DISABLED */
export async function requireWorkplace(needs: UpdateNeeds): Promise<Workplace> {
  const hindrance = await findHindrance(needs);
  if (hindrance !== undefined) {
    const code = hindrance.code === "platform" ? "NO_ASSET" : "UPDATER_DISABLED";
    refuse(code, hindranceText(hindrance));
  }
  const [installDir, { arch }] = [installDirOf(needs), needs.installation];
  if (installDir === undefined || arch === undefined) return refuse("UPDATER_DISABLED");
  return { installDir, arch };
}

/** @throws AppError CURRENT_VERSION_MISMATCH */
export function requireCurrent(
  { installation }: Pick<UpdateNeeds, "installation">,
  confirmed: string,
): void {
  if (confirmed !== installation.version) {
    refuse("CURRENT_VERSION_MISMATCH", `${installation.version} is running.`);
  }
}

/** @throws AppError INVALID_TARGET_VERSION */
export function requireTag(
  { installation, settings }: Pick<UpdateNeeds, "installation" | "settings">,
  tag: string,
): void {
  if (parseReleaseTag(tag) === undefined) refuse("INVALID_TARGET_VERSION");
  const isRunning = tag === installation.version;
  if (isRunning && !settings.UPDATE_ALLOW_DOWNGRADE) {
    refuse("INVALID_TARGET_VERSION", `${tag} is running already.`);
  }
}

/** @throws AppError NO_ASSET */
export function requireAssets({ installation }: UpdateNeeds, release: Release): ReleaseAssets {
  const assets = assetsFor(release, installation.arch ?? "");
  if (assets === undefined || !hasAssets(installation, release)) return refuse("NO_ASSET");
  return assets;
}

/** The result of the checks. */
export interface TaskStart {
  readonly request: UpdateRequest;
  readonly place: Workplace;
  /** undefined: the version is still in the install folder. */
  readonly assets: ReleaseAssets | undefined;
  readonly action: UpdateJournal["action"];
  /** Schema of the target; null: not known yet. */
  readonly schema: number | null;
}

/**
 * Locks the install folder, claims the database, and starts the work, which continues
 * after the reply. The end of the task releases both.
 *
 * @throws AppError
 */
export async function startTask(
  needs: UpdateNeeds,
  by: Admin,
  start: TaskStart,
): Promise<ApplyAccepted> {
  const { disk } = needs.installation;
  const { DATABASE_URL: url } = needs.settings;
  const { installDir } = start.place;
  if (isUpdating(needs)) refuse("UPDATE_IN_PROGRESS");
  if (!(await takeUpdateLock(disk, installDir))) refuse("UPDATE_IN_PROGRESS");
  try {
    await claimOverhaul(url);
    return await beginTask(needs, by, start).catch(async (error: unknown) => {
      await endOverhaul(url);
      throw error;
    });
  } catch (error) {
    await releaseUpdateLock(disk, installDir);
    throw error;
  }
}

async function beginTask(needs: UpdateNeeds, by: Admin, start: TaskStart): Promise<ApplyAccepted> {
  const journal = await begin(needs, by, start);
  await noteProgress(needs, journal);
  const order = { journal, assets: start.assets, arch: start.place.arch };
  keepTask(needs, runUpdate(needs, order));
  const { taskId, phase, percent, targetVersion, startedAtMs } = journal;
  return { taskId, phase, percent, targetVersion, startedAt: toTimestamp(startedAtMs) };
}

async function begin(
  { clock, database, ids, installation }: UpdateNeeds,
  by: Admin,
  { request, place, action, schema }: TaskStart,
): Promise<UpdateJournal> {
  const atMs = clock.nowMs();
  const taskId = ids.next();
  const { channel, targetVersion } = request;
  const fromVersion = installation.version;
  const auditId = await transact(database, (tx) =>
    writeAudit(tx, {
      by,
      action,
      atMs,
      channel,
      fromVersion,
      toVersion: targetVersion,
      outcome: "in_progress",
      completedAtMs: null,
      target: { type: "release", id: targetVersion },
      metadata: { taskId },
    }),
  );
  return {
    taskId,
    action,
    phase: "pending",
    percent: 0,
    channel,
    fromVersion,
    targetVersion,
    targetSchema: schema,
    startedAtMs: atMs,
    auditId,
    adminId: by.id,
    steps: [],
    installDir: place.installDir,
    stagingDir: stagingOf(place.installDir, taskId),
    reported: false,
  };
}
