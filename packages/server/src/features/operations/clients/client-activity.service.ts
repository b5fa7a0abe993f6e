import type { DataChannels, LiveClient, RecentClient } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import type { LiveDevice } from "../../../platform/events/presence.ts";
import { flushTouches } from "../../clients/devices/device-touches.service.ts";
import { listDevices, toDevice, type Device } from "../../clients/devices/devices.service.ts";
import { listReportingDevices } from "../../clients/telemetry/telemetry-reports.service.ts";
import { listFiltered, listLearnedAbout, listStudying } from "./clients.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "events">;
type DeviceRef = { readonly deviceId: string; readonly userId: string | null };
type ChannelsOf = (device: DeviceRef) => DataChannels;

const WINDOW_MS = 15 * MINUTE_MS;
const RECENT_MAX = 500;

/** Devices with an open stream, and those seen within the window, most recent first. */
export async function listClients(
  needs: Needs,
): Promise<{ sseLive: LiveClient[]; recentlyActive: RecentClient[] }> {
  await flushTouches(needs);
  const seenSinceMs = needs.clock.nowMs() - WINDOW_MS;
  const live = await needs.events.presence();
  const window = { offset: 0, perPage: RECENT_MAX };
  const latestFirst = { field: "lastSeenAt", direction: "desc" } as const;
  const rows = await listFiltered(needs.database, { seenSinceMs }, latestFirst, window);
  const recent = rows.map(toDevice);
  const liveDevices = await listDevices(
    needs,
    live.map(({ deviceId }) => deviceId),
  );
  const registered = new Map(liveDevices.map((device) => [device.deviceId, device]));
  const channelsOf = await channels(needs, [...live, ...recent], seenSinceMs);
  return {
    sseLive: live.map((client) =>
      toLive(client, registered.get(client.deviceId), channelsOf(client), needs.clock.nowMs()),
    ),
    recentlyActive: recent.map((device) => toRecent(device, channelsOf(device))),
  };
}

/**
 * Kinds of data that arrived since `sinceMs`. Telemetry reports name their device. The others are
 * known by learner only and count for all of the learner's devices: `amas` if the engine state was
 * written, `learning` if one of the sessions had an event.
 */
async function channels(
  { database }: Needs,
  devices: readonly DeviceRef[],
  sinceMs: number,
): Promise<ChannelsOf> {
  const deviceIds = [...new Set(devices.map(({ deviceId }) => deviceId))];
  const userIds = [...new Set(devices.flatMap(({ userId }) => userId ?? []))];
  const learned = new Set(await listLearnedAbout(database, userIds, sinceMs));
  const studying = new Set(await listStudying(database, userIds, sinceMs));
  const reporting = await listReportingDevices({ database }, deviceIds, sinceMs);
  return ({ deviceId, userId }) => ({
    amas: userId !== null && learned.has(userId),
    learning: userId !== null && studying.has(userId),
    telemetry: reporting.has(deviceId),
  });
}

/** The registered platform takes precedence over the one given when the stream was opened. */
function toLive(
  live: LiveDevice,
  device: Device | undefined,
  dataChannels: DataChannels,
  nowMs: number,
): LiveClient {
  const registered = device?.platform === "unknown" ? undefined : device?.platform;
  return {
    deviceId: live.deviceId,
    platform: registered ?? live.platform ?? "unknown",
    userId: live.userId,
    connectedSecs: Math.max(0, Math.floor((nowMs - live.connectedAtMs) / 1000)),
    connectionCount: live.connections,
    isBanned: device !== undefined && device.bannedAtMs !== null,
    dataChannels,
    appVersion: device?.appVersion ?? null,
  };
}

function toRecent(device: Device, dataChannels: DataChannels): RecentClient {
  return {
    deviceId: device.deviceId,
    platform: device.platform,
    userId: device.userId,
    lastSeenAt: toTimestamp(device.lastSeenAtMs),
    isBanned: device.bannedAtMs !== null,
    dataChannels,
    appVersion: device.appVersion,
    riskFlag: device.riskFlaggedAtMs !== null,
    riskRelatedDevice: device.riskRelatedDevice,
  };
}
