import type { UpgradeBroadcast, UpgradeBroadcastDraft, UpgradeReach } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { isOlder } from "../../../platform/basics/app-version.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { createCachedValue, type CachedValue } from "../../../platform/memory/cached-value.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { flushTouches } from "../devices/device-touches.service.ts";
import { countStreams, pushToDevices } from "./matching-devices.service.ts";
import {
  countVersions,
  deleteUpgradeBroadcast,
  listUpgradeBroadcasts,
  upsertUpgradeBroadcast,
  type UpgradeBroadcastRow,
} from "./upgrade-broadcasts.repo.ts";
import { requirePlatform } from "./upgrade-policies.service.ts";

type ReadNeeds = Pick<Deps, "clock" | "database">;
type Needs = ReadNeeds & Pick<Deps, "events">;

const FRESH_FOR_MS = 1_000;

/** Versions of the last broadcasts by platform; at most a second old. */
const broadcastVersions: (needs: ReadNeeds) => CachedValue<ReadonlyMap<string, string>> = perApp(
  ({ clock, database }: ReadNeeds) =>
    createCachedValue(clock, FRESH_FOR_MS, async () => {
      const rows = await listUpgradeBroadcasts(database);
      return new Map(rows.map((row) => [row.platform, row.latest_version]));
    }),
);

/**
 * Asks a platform's devices below a version to update. Connected ones are notified at once. The
 * broadcast stays active until it is revoked or replaced.
 *
 * @returns number of matching registered devices, and of streams notified
 * @throws AppError INVALID_PLATFORM
 */
export async function broadcastUpgrade(
  needs: Needs,
  by: Admin,
  platform: string,
  draft: UpgradeBroadcastDraft,
): Promise<UpgradeReach> {
  requirePlatform(platform);
  await flushTouches(needs);
  const nowMs = needs.clock.nowMs();
  const { belowVersion, latestVersion, message } = draft;
  const matched = await transact(needs.database, async (tx) => {
    const rows = await listUpgradeBroadcasts(tx);
    const before = stateOf(rows.find((row) => row.platform === platform));
    await upsertUpgradeBroadcast(tx, {
      platform,
      below_version: belowVersion,
      latest_version: latestVersion,
      message,
      created_at_ms: nowMs,
      created_by: by.id,
    });
    const count = await countBelow(tx, platform, belowVersion);
    await writeAudit(tx, {
      action: "client.broadcast_upgrade",
      by,
      atMs: nowMs,
      target: { type: "platform", id: platform },
      before,
      after: { belowVersion, latestVersion, message },
      metadata: { ...draft, matched: count },
    });
    return count;
  });
  broadcastVersions(needs).forget();
  const event = { type: "upgrade_required", latestVersion, message } as const;
  const pushedConnections = await pushToDevices(needs, event, isBelow(platform, belowVersion));
  return { matched, pushedConnections };
}

/** Revokes a platform's broadcast. Does nothing without one. @throws AppError INVALID_PLATFORM */
export async function revokeUpgradeBroadcast(
  needs: Needs,
  by: Admin,
  platform: string,
): Promise<UpgradeReach> {
  requirePlatform(platform);
  await flushTouches(needs);
  const atMs = needs.clock.nowMs();
  const { revoked, matched } = await transact(needs.database, async (tx) => {
    const row = await deleteUpgradeBroadcast(tx, platform);
    const count = row === undefined ? 0 : await countBelow(tx, platform, row.below_version);
    await writeAudit(tx, {
      action: "client.broadcast_upgrade_revoke",
      by,
      atMs,
      target: { type: "platform", id: platform },
      before: stateOf(row),
      after: stateOf(undefined),
      metadata: { matched: count },
    });
    return { revoked: row, matched: count };
  });
  broadcastVersions(needs).forget();
  if (revoked === undefined) return { matched, pushedConnections: 0 };
  const event = { type: "upgrade_cleared", origin: "targeted" } as const;
  const matches = isBelow(platform, revoked.below_version);
  return { matched, pushedConnections: await pushToDevices(needs, event, matches) };
}

/** The active broadcasts, ordered by platform. */
export async function listBroadcastsInForce({
  database,
}: Pick<Deps, "database">): Promise<UpgradeBroadcast[]> {
  const rows = await listUpgradeBroadcasts(database);
  return rows.map((row) => ({
    platform: row.platform,
    belowVersion: row.below_version,
    latestVersion: row.latest_version,
    message: row.message,
    createdAt: toTimestamp(row.created_at_ms),
    createdBy: row.created_by,
  }));
}

/** The devices that a broadcast would reach. @throws AppError INVALID_PLATFORM */
export async function previewBroadcast(
  needs: Needs & Pick<Deps, "reports">,
  platform: string,
  belowVersion: string,
): Promise<{ matched: number; connections: number }> {
  requirePlatform(platform);
  await flushTouches(needs);
  return {
    matched: await countBelow(needs.reports, platform, belowVersion),
    connections: await countStreams(needs, isBelow(platform, belowVersion)),
  };
}

/** The version of the platform's last broadcast. */
export async function broadcastVersion(
  needs: ReadNeeds,
  platform: string,
): Promise<string | undefined> {
  return (await broadcastVersions(needs).read()).get(platform);
}

function isBelow(platform: string, version: string) {
  return (device: { platform: string; appVersion: string | null }) =>
    device.platform === platform && isOlder(device.appVersion, version) === true;
}

async function countBelow(tx: Database, platform: string, version: string): Promise<number> {
  const versions = await countVersions(tx, platform);
  return versions
    .filter((row) => isOlder(row.version, version) === true)
    .reduce((sum, row) => sum + row.count, 0);
}

/** What a platform's devices are told; nulls without a broadcast. */
function stateOf(row: UpgradeBroadcastRow | undefined) {
  return {
    belowVersion: row?.below_version ?? null,
    latestVersion: row?.latest_version ?? null,
    message: row?.message ?? null,
  };
}
