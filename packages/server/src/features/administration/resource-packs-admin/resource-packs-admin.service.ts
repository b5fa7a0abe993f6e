import { PackChannel, PackOutcome } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import {
  listPackRows,
  payloadPath,
  toPack,
  type VersionRow,
} from "../../clients/resource-packs/resource-packs.service.ts";
import {
  countByDay,
  countOutcomes,
  listAllChannels,
  listAllVersions,
} from "./resource-packs-admin.repo.ts";

type Needs = Pick<Deps, "clock" | "events" | "reports">;

/** Packs by id, each with its versions and installation outcomes. */
export async function listAllPacks({ clock, reports }: Needs) {
  const versions = Map.groupBy(await listAllVersions(reports), (row) => row.pack_id);
  const channels = await listAllChannels(reports);
  const ever = await countOutcomes(reports, 0);
  const week = await countOutcomes(reports, clock.nowMs() - 7 * DAY_MS);
  return (await listPackRows(reports)).map((pack) => {
    const isOwn = (row: { pack_id: string }) => row.pack_id === pack.pack_id;
    const inForce = channels.filter(isOwn);
    return {
      ...toPack(pack),
      versions: (versions.get(pack.pack_id) ?? []).map(toVersion),
      active: byName(
        PackChannel.options,
        (name) => inForce.find(({ channel }) => channel === name)?.version ?? null,
      ),
      totalInstalls: sumOf(ever.filter(isOwn), "installed"),
      outcomes7d: byName(PackOutcome.options, (name) => sumOf(week.filter(isOwn), name)),
    };
  });
}

function toVersion(row: VersionRow) {
  const pack = { packId: row.pack_id, version: row.version };
  return {
    ...pack,
    sha256: row.sha256,
    signature: row.signature,
    signatureAlg: "ed25519" as const,
    sizeBytes: row.size_bytes,
    minAppVersion: row.min_app_version,
    channel: row.channel,
    payloadPath: payloadPath(pack),
    publishedAt: toTimestamp(row.published_at_ms),
    deactivatedAt: toTimestampOrNull(row.deactivated_at_ms),
  };
}

/** Figures about all packs, and reports of unknown ones. Days and months are UTC. */
export async function readSummary({ clock, events, reports }: Needs) {
  const nowMs = clock.nowMs();
  const now = new Date(nowMs);
  const monthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const packs = await listPackRows(reports);
  const versions = await listAllVersions(reports);
  const today = await countOutcomes(reports, nowMs - (nowMs % DAY_MS));
  const week = await countOutcomes(reports, nowMs - 7 * DAY_MS);
  const failures = PackOutcome.exclude(["installed"]).options;
  const all = sumOf(week);
  return {
    totalPacks: packs.length,
    newPacksThisMonth: packs.filter((pack) => pack.created_at_ms >= monthMs).length,
    totalVersions: versions.length,
    versionsByChannel: byName(
      PackChannel.options,
      (name) => versions.filter(({ channel }) => channel === name).length,
    ),
    installsToday: sumOf(today),
    installsTodaySuccess: sumOf(today, "installed"),
    failureRate7d: all === 0 ? 0 : 1 - sumOf(week, "installed") / all,
    failures7dByOutcome: byName(failures, (name) => sumOf(week, name)),
    onlineClients: await events.learnerStreams(),
  };
}

/**
 * Reports about the versions of a pack.
 *
 * @param days  including today, UTC; undefined: all time, without days
 * @throws AppError RESOURCE_PACK_NOT_FOUND
 */
export async function readStats(
  { clock, reports }: Needs,
  packId: string,
  days: number | undefined,
) {
  const isKnown = (await listPackRows(reports)).some(({ pack_id }) => pack_id === packId);
  if (!isKnown) refuse("RESOURCE_PACK_NOT_FOUND");
  const today = Math.floor(clock.nowMs() / DAY_MS);
  const sinceMs = days === undefined ? 0 : (today - days + 1) * DAY_MS;
  const rows = await countByDay(reports, packId, sinceMs);
  const cells = Map.groupBy(rows, ({ version, outcome }) => `${version} ${outcome}`);
  const stats = [...cells.values()].flatMap((cell) => {
    const [first] = cell;
    return first === undefined
      ? []
      : [{ version: first.version, outcome: first.outcome, count: sumOf(cell) }];
  });
  if (days === undefined) return { packId, stats };
  const byDay = rows.map(({ day, version, outcome, count }) => {
    return { day: toTimestamp(day * DAY_MS).slice(0, 10), version, outcome, count };
  });
  return { packId, stats, byDay };
}

function sumOf(rows: readonly { outcome: string; count: number }[], outcome?: string): number {
  return rows
    .filter((row) => outcome === undefined || row.outcome === outcome)
    .reduce((sum, { count }) => sum + count, 0);
}

function byName<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
