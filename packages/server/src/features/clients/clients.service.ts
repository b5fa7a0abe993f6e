import type { ClientDetail, ClientRow, FlaggedClient, Page } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import { toTimestamp, toTimestampOrNull } from "../../platform/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../platform/durations.ts";
import { pageWindow, toPage, type PageQuery } from "../../platform/page.ts";
import { flushTouches } from "../devices/device-touches.service.ts";
import { findDevice, toDevice, type Device } from "../devices/devices.service.ts";
import { readTelemetryStanding } from "../telemetry-reports/telemetry-reports.service.ts";
import { listUpgradePolicies } from "../upgrades/upgrade-policies.service.ts";
import { findUser } from "../users/users.service.ts";
import {
  countAppVersions,
  countFiltered,
  countPlatforms,
  listFiltered,
  listFlagged,
  listOwned,
} from "./clients.repo.ts";

type Reading = Pick<Deps, "clock" | "database">;

const FLAGGED_MAX = 200;
const VERSIONS_MAX = 500;

/** Registered devices, those seen last first. */
export async function pageClients(
  needs: Reading & Pick<Deps, "settings">,
  query: PageQuery & {
    readonly q?: string | undefined;
    readonly platform?: string | undefined;
    readonly recentMinutes?: number | undefined;
  },
): Promise<Page<ClientRow>> {
  await flushTouches(needs);
  const window = pageWindow(query, needs.settings);
  const { q: text, platform, recentMinutes } = query;
  const seenSinceMs =
    recentMinutes === undefined ? undefined : needs.clock.nowMs() - recentMinutes * MINUTE_MS;
  const filter = { text, platform: platform?.toLowerCase(), seenSinceMs };
  const total = await countFiltered(needs.database, filter);
  const rows = await listFiltered(needs.database, filter, window);
  return toPage(rows.map(toDevice).map(toClientRow), total, window);
}

/** Devices of a learner, seen last first. @throws AppError NOT_FOUND for no such learner */
export async function listUserDevices(
  needs: Reading,
  userId: string,
  limit: number,
): Promise<ClientRow[]> {
  if ((await findUser(needs.database, userId)) === undefined) refuse("NOT_FOUND");
  await flushTouches(needs);
  const rows = await listOwned(needs.database, userId, limit);
  return rows.map(toDevice).map(toClientRow);
}

/** How many devices there are, by platform and version, and what versions are wanted. */
export async function readClientDistribution(needs: Reading) {
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
    })),
    versions: await countAppVersions(database, VERSIONS_MAX),
    policies: await listUpgradePolicies(needs),
  };
}

/** Devices that a ban flagged, newest flag first. */
export async function listFlaggedClients({ database }: Reading): Promise<FlaggedClient[]> {
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
  needs: Reading & Pick<Deps, "events">,
  deviceId: string,
): Promise<ClientDetail> {
  const device = (await findDevice(needs, deviceId)) ?? refuse("NOT_FOUND");
  const live = await needs.events.presence();
  const own = live.filter((one) => one.deviceId === deviceId && one.userId === device.userId);
  const connectionCount = own.reduce((sum, one) => sum + one.connections, 0);
  return {
    ...toClientRow(device),
    bannedAt: toTimestampOrNull(device.bannedAtMs),
    banReason: device.banReason,
    riskReason: device.riskReason,
    riskFlaggedAt: toTimestampOrNull(device.riskFlaggedAtMs),
    riskRelatedDevice: device.riskRelatedDevice,
    online: connectionCount > 0,
    connectionCount,
    telemetry: await readTelemetryStanding(needs, deviceId),
  };
}

/** A platform that is new has grown by a hundred percent. */
function growthPct(before: number, now: number): number {
  if (before === 0) return now > 0 ? 100 : 0;
  return Math.round(((now - before) / before) * 1000) / 10;
}

/** Where in the world a device is, is not looked up. */
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
