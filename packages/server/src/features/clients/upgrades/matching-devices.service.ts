import type { PushedEvent } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { listDevices } from "../devices/devices.service.ts";

type Needs = Pick<Deps, "database" | "events">;

/** The facts about a connected device that upgrades depend on. */
export interface ConnectedDevice {
  readonly platform: string;
  readonly appVersion: string | null;
}

/**
 * Pushes an event to the connected devices that match. Registered data of a device takes precedence
 * over what its stream claims; streams that name another learner's device are ignored.
 *
 * @returns number of streams notified
 */
export async function pushToDevices(
  { database, events }: Needs,
  event: PushedEvent,
  matches: (device: ConnectedDevice) => boolean,
): Promise<number> {
  const live = await events.presence();
  const registered = await listDevices(
    { database },
    live.map(({ deviceId }) => deviceId),
  );
  const byId = new Map(registered.map((device) => [device.deviceId, device]));
  let streams = 0;
  for (const { deviceId, userId, platform, connections } of live) {
    const device = byId.get(deviceId);
    if (device !== undefined && device.userId !== null && device.userId !== userId) continue;
    const known = device ?? { platform: platform ?? "unknown", appVersion: null };
    if (!matches(known)) continue;
    events.toDevice(userId, deviceId, event);
    streams += connections;
  }
  return streams;
}
