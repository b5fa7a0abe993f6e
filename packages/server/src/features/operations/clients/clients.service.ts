import type { ClientDetail, ClientRow, FlaggedClient, Page } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { growthPct } from "../../../platform/basics/growth.ts";
import {
  orderOf,
  pageWindow,
  toPage,
  type PageQuery,
  type Sort,
} from "../../../platform/basics/page.ts";
import { flushTouches } from "../../clients/devices/device-touches.service.ts";
import { findDevice, toDevice, type Device } from "../../clients/devices/devices.service.ts";
import { readTelemetryOverview } from "../../clients/telemetry/telemetry-reports.service.ts";
import { listUpgradePolicies } from "../../clients/upgrades/upgrade-policies.service.ts";
import { findUser } from "../../accounts/users/users.service.ts";
import {
  countAppVersions,
  countFiltered,
  countPlatforms,
  listFiltered,
  listFlagged,
  listOwned,
  type ClientField,
} from "./clients.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

const FLAGGED_MAX = 200;
const VERSIONS_MAX = 500;

/** Registered devices. */
export async function pageClients(
  needs: Needs & Pick<Deps, "settings">,
  query: PageQuery & {
    readonly q?: string | undefined;
    readonly platform?: string | undefined;
    readonly recentMinutes?: number | undefined;
    readonly sort: Sort<ClientField>;
  },
): Promise<Page<ClientRow>> {
  await flushTouches(needs);
  const window = pageWindow(query, needs.settings);
  const { q: text, platform, recentMinutes } = query;
  const seenSinceMs =
    recentMinutes === undefined ? undefined : needs.clock.nowMs() - recentMinutes * MINUTE_MS;
  const filter = { text, platform: platform?.toLowerCase(), seenSinceMs };
  const total = await countFiltered(needs.database, filter);
  const rows = await listFiltered(needs.database, filter, orderOf(query.sort), window);
  return toPage(rows.map(toDevice).map(toClientRow), total, window);
}

/** A learner's devices, most recently seen first. @throws AppError NOT_FOUND unknown learner */
export async function listUserDevices(
  needs: Needs,
  userId: string,
  limit: number,
): Promise<ClientRow[]> {
  if ((await findUser(needs.database, userId)) === undefined) refuse("NOT_FOUND");
  await flushTouches(needs);
  const rows = await listOwned(needs.database, userId, limit);
  return rows.map(toDevice).map(toClientRow);
}

/** Number of devices by platform and version, and the upgrade policies. */
export async function readClientDistribution(needs: Needs) {
  await flushTouches(needs);
  const { database, clock } = needs;
  const nowMs = clock.nowMs();
  const platforms = await countPlatforms(database, {
    knownBeforeMs: nowMs - 30 * DAY_MS,
    activeSinceMs: nowMs - 7 * DAY_MS,
  });
  return {
    platforms: platforms.map(({ platform, total, before, active }) => ({
      platform,
      total,
      active7d: active,
      monthOverMonthPct: growthPct(before, total),
      total30dAgo: before,
    })),
    versions: await countAppVersions(database, VERSIONS_MAX),
    policies: await listUpgradePolicies(needs),
  };
}

/** Devices flagged because of a ban, newest flag first. */
export async function listFlaggedClients({ database }: Needs): Promise<FlaggedClient[]> {
  const rows = await listFlagged(database, FLAGGED_MAX);
  return rows.map(toDevice).map((device) => ({
    deviceId: device.deviceId,
    platform: device.platform,
    userId: device.userId,
    lastSeenAt: toTimestamp(device.lastSeenAtMs),
    isBanned: device.bannedAtMs !== null,
    appVersion: device.appVersion,
    riskReason: device.riskReason ?? "",
    riskFlaggedAt: toTimestamp(device.riskFlaggedAtMs ?? 0),
    riskRelatedDevice: device.riskRelatedDevice,
  }));
}

/** One device, with its open streams. @throws AppError NOT_FOUND */
export async function readClient(
  needs: Needs & Pick<Deps, "events">,
  deviceId: string,
): Promise<ClientDetail> {
  const device = (await findDevice(needs, deviceId)) ?? refuse("NOT_FOUND");
  const live = await needs.events.presence();
  const own = live.filter((other) => other.deviceId === deviceId && other.userId === device.userId);
  const connectionCount = own.reduce((sum, { connections }) => sum + connections, 0);
  return {
    ...toClientRow(device),
    bannedAt: toTimestampOrNull(device.bannedAtMs),
    banReason: device.banReason,
    riskReason: device.riskReason,
    riskFlaggedAt: toTimestampOrNull(device.riskFlaggedAtMs),
    riskRelatedDevice: device.riskRelatedDevice,
    online: connectionCount > 0,
    connectionCount,
    telemetry: await readTelemetryOverview(needs, deviceId),
  };
}

/** The country is not looked up. */
function toClientRow(device: Device): ClientRow {
  return {
    deviceId: device.deviceId,
    platform: device.platform,
    userId: device.userId,
    appVersion: device.appVersion,
    model: device.model,
    country: null,
    firstSeenAt: toTimestamp(device.firstSeenAtMs),
    lastSeenAt: toTimestamp(device.lastSeenAtMs),
    isBanned: device.bannedAtMs !== null,
  };
}
