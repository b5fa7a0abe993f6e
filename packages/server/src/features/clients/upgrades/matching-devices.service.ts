import type { PushedEvent } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { LiveDevice } from "../../../platform/events/presence.ts";
import { listDevices } from "../devices/devices.service.ts";

type Needs = Pick<Deps, "database" | "events">;

/** The facts about a connected device that upgrades depend on. */
export interface ConnectedDevice {
  readonly platform: string;
  readonly appVersion: string | null;
}

/**
 * Pushes an event to the connected devices that match. A device's registered data takes precedence
 * over its stream's claims. Streams that name another learner's device are ignored.
 *
 * @returns number of streams notified
 */
export async function pushToDevices(
  needs: Needs,
  event: PushedEvent,
  matches: (device: ConnectedDevice) => boolean,
): Promise<number> {
  const live = await matchingDevices(needs, matches);
  for (const { userId, deviceId } of live) needs.events.toDevice(userId, deviceId, event);
  return sumOfStreams(live);
}

/** How many streams `pushToDevices` would notify. */
export async function countStreams(
  needs: Needs,
  matches: (device: ConnectedDevice) => boolean,
): Promise<number> {
  return sumOfStreams(await matchingDevices(needs, matches));
}

async function matchingDevices(
  { database, events }: Needs,
  matches: (device: ConnectedDevice) => boolean,
): Promise<LiveDevice[]> {
  const live = await events.presence();
  const registered = await listDevices(
    { database },
    live.map(({ deviceId }) => deviceId),
  );
  const byId = new Map(registered.map((device) => [device.deviceId, device]));
  return live.filter(({ deviceId, userId, platform }) => {
    const device = byId.get(deviceId);
    if (device !== undefined && device.userId !== null && device.userId !== userId) return false;
    return matches(device ?? { platform: platform ?? "unknown", appVersion: null });
  });
}

function sumOfStreams(live: readonly LiveDevice[]): number {
  return live.reduce((sum, { connections }) => sum + connections, 0);
}
