import type { AdminUpdateStatus, ChannelStatus, ReleaseChannel } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { inEnglish } from "../../../platform/basics/english.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import {
  assetsFor,
  compareUrl,
  newestRelease,
  type Release,
} from "../../../platform/release/release-list.ts";
import { compareTags } from "../../../platform/release/release-tags.ts";
import { toTimestampOrNull } from "../../../platform/time/clock.ts";
import { isToCome } from "../../../platform/database/stored-times.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { hindranceTexts, type Hindrance } from "./hindrance-texts.ts";
import { BLOCKED_MAX_MS, knownReleases, refreshReleases } from "./release-list.service.ts";
import { listUrl } from "./release-source.ts";
import { lastTask } from "./update-progress.service.ts";
import { findHindrance } from "./update-place.service.ts";
import { programSchema } from "../../../platform/database/schema-version.ts";
import { insertReleaseNews, listRolledBack, listVersionsRun } from "./updates.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "installation" | "instance" | "settings">;

const CHANNELS: readonly ReleaseChannel[] = ["stable", "beta"];

/** The known releases and the last task; sends no request. */
export async function readUpdateStatus(needs: Needs): Promise<AdminUpdateStatus> {
  const { clock, installation, instance, settings } = needs;
  const { releases, checkedAtMs } = await knownReleases(needs);
  const hindrance = await findHindrance(needs);
  const rolledBack = await listRolledBack(needs.database);
  const channel = (name: ReleaseChannel) => {
    const release = newestRelease(releases, name);
    if (release === undefined) return null;
    const failure = rolledBack.find(({ to_version }) => to_version === release.tag);
    return channelStatus(needs, release, { hindrance, failedAtMs: failure?.at_ms ?? null });
  };
  const task = await lastTask(needs);
  const runs = await listVersionsRun(needs.database);
  const run = runs.find(({ version }) => version === installation.version);
  return {
    currentVersion: installation.version,
    stable: channel("stable"),
    beta: channel("beta"),
    lastCheckedAt: toTimestampOrNull(checkedAtMs),
    autoCheckEnabled: settings.ENABLE_UPDATE_CHECKER_WORKER && listUrl(needs) !== undefined,
    allowDowngrade: settings.UPDATE_ALLOW_DOWNGRADE,
    ...(task && { applyTask: task }),
    installedAt: toTimestampOrNull(run?.first_run_at_ms ?? null),
    uptimeSecs: Math.max(0, Math.floor((clock.nowMs() - instance.startedAtMs) / 1_000)),
    currentSchema: programSchema(),
    canApplyReason: hindrance === undefined ? null : hindranceText(hindrance),
    canApplyDetail: hindrance ?? null,
  };
}

/** The newest known release of the stable channel; sends no request. */
export async function readStableUpdate(needs: Needs) {
  const { currentVersion, stable } = await readUpdateStatus(needs);
  return {
    currentVersion,
    latestVersion: stable?.latestVersion ?? null,
    hasUpdate: stable?.hasUpdate ?? false,
    releaseUrl: stable?.releaseUrl ?? null,
    releaseNotes: stable?.releaseNotes ?? null,
  };
}

/** A release, as administrators and programs see it. */
export function hindranceText(hindrance: Hindrance): string {
  return `${hindrance.code}: ${inEnglish(hindranceTexts, hindrance)}`;
}

function channelStatus(
  { installation }: Needs,
  release: Release,
  found: { readonly hindrance: Hindrance | undefined; readonly failedAtMs: number | null },
): ChannelStatus {
  const { hindrance } = found;
  const isNewer = compareTags(release.tag, installation.version) > 0;
  // What runs, or is older, may have been installed by hand after it failed.
  const failedAtMs = isNewer ? found.failedAtMs : null;
  return {
    latestVersion: release.tag,
    latestPublishedAt: toTimestampOrNull(release.publishedAtMs),
    releaseNotes: release.notes,
    releaseUrl: release.pageUrl,
    // A release that failed before is not offered, but can still be requested.
    hasUpdate: isNewer && failedAtMs === null,
    failedHereAt: toTimestampOrNull(failedAtMs === null ? null : Number(failedAtMs)),
    canApply: hindrance === undefined && hasAssets(installation, release),
  };
}

/** Whether a release has all files for this machine, and a signature if a key is built in. */
export function hasAssets({ arch, release: own }: Deps["installation"], release: Release): boolean {
  const assets = arch === undefined ? undefined : assetsFor(release, arch);
  if (assets === undefined) return false;
  return (own?.minisignPublicKey ?? "") === "" || assets.signatureUrl !== undefined;
}

/** Fetches releases now, and announces newer ones on all streams. @throws AppError */
export async function checkForUpdates(needs: Needs, by: Admin): Promise<AdminUpdateStatus> {
  if (listUrl(needs) === undefined) refuse("UPDATER_DISABLED");
  await refreshReleases(needs);
  const status = await readUpdateStatus(needs);
  const metadata = {
    stable: status.stable?.latestVersion ?? null,
    beta: status.beta?.latestVersion ?? null,
  };
  await transact(needs.database, (tx) =>
    writeAudit(tx, { by, action: "update.check", atMs: needs.clock.nowMs(), metadata }),
  );
  for (const { channel, tag } of newerIn(status)) tell(needs, channel, tag);
  return status;
}

/** The worker's run: fetches releases if due, and announces each once per channel. */
export async function lookForUpdates(
  needs: Needs,
  onNews: (news: { channel: ReleaseChannel; tag: string }) => Promise<void>,
): Promise<void> {
  const nowMs = needs.clock.nowMs();
  const { checkedAtMs, blockedUntilMs } = await knownReleases(needs);
  const ttlMs = needs.settings.UPDATE_CHECK_CACHE_TTL_SECS * 1_000;
  if (checkedAtMs !== null && isToCome(checkedAtMs + ttlMs, nowMs, ttlMs)) return;
  if (blockedUntilMs !== null && isToCome(blockedUntilMs, nowMs, BLOCKED_MAX_MS)) return;
  await refreshReleases(needs);
  for (const { channel, tag } of newerIn(await readUpdateStatus(needs))) {
    const isNew = await insertReleaseNews(needs.database, { channel, tag, told_at_ms: nowMs });
    if (!isNew) continue;
    tell(needs, channel, tag);
    await onNews({ channel, tag });
  }
}

function newerIn(status: AdminUpdateStatus): { channel: ReleaseChannel; tag: string }[] {
  return CHANNELS.flatMap((channel) => {
    const found = status[channel];
    return found?.hasUpdate === true ? [{ channel, tag: found.latestVersion }] : [];
  });
}

function tell({ events }: Needs, channel: ReleaseChannel, latestTag: string): void {
  events.toAll({ type: "release_available", latestTag, channel });
}

/** The changelog of a channel's newest release. */
export async function readChangelog(needs: Needs, channel: ReleaseChannel) {
  const { releases, checkedAtMs } = await knownReleases(needs);
  const release = newestRelease(releases, channel);
  const reason = reasonWithout(needs, checkedAtMs, release);
  return {
    available: release !== undefined,
    channel,
    targetVersion: release?.tag ?? null,
    releaseNotes: release?.notes ?? "",
    compareUrl:
      release === undefined
        ? null
        : compareUrl(release.pageUrl, needs.installation.version, release.tag),
    reason,
  };
}

function reasonWithout(needs: Needs, checkedAtMs: number | null, release: Release | undefined) {
  if (listUrl(needs) === undefined) return "disabled" as const;
  if (checkedAtMs === null) return "not_checked" as const;
  return release === undefined ? ("no_release" as const) : null;
}
