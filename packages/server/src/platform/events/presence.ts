import type { Connection } from "./sse-connection.ts";
import type { StreamGroup } from "./stream-group.ts";

/** A device with at least one open stream, on whichever process. */
export interface LiveDevice {
  readonly deviceId: string;
  readonly userId: string;
  /** As the client named it when it opened its oldest stream. */
  readonly platform: string | null;
  /** When the oldest of its streams was opened. */
  readonly connectedAtMs: number;
  /** How many streams it has open. */
  readonly connections: number;
}

/** Which devices have streams open. */
export interface Presence {
  /** A stream of this process was opened or has ended. */
  changed(connection: Connection): void;
  devices(): Promise<readonly LiveDevice[]>;
  isOnline(userId: string, deviceId: string): Promise<boolean>;
}

/** The streams of this process and no others. */
export function createLocalPresence(learners: StreamGroup): Presence {
  return {
    changed: () => {},
    devices: async () => devicesBehind(learners.all()),
    isOnline: async (userId, deviceId) => deviceOf(learners, userId, deviceId) !== undefined,
  };
}

/** The devices behind these streams, once each; streams that named no device do not count. */
export function devicesBehind(connections: Iterable<Connection>): LiveDevice[] {
  const devices: LiveDevice[] = [];
  for (const { listener, openedAtMs } of connections) {
    if (listener.device === undefined) continue;
    const { id: deviceId, platform = null } = listener.device;
    const userId = listener.accountId;
    devices.push({ deviceId, userId, platform, connectedAtMs: openedAtMs, connections: 1 });
  }
  return mergeDevices(devices);
}

/** The learner's device with the streams it has on this process, if any. */
export function deviceOf(
  learners: StreamGroup,
  userId: string,
  deviceId: string,
): LiveDevice | undefined {
  const streams = learners.of(userId).filter(({ listener }) => listener.device?.id === deviceId);
  return devicesBehind(streams)[0];
}

/** One entry per learner and device, from the entries of several streams or processes. */
export function mergeDevices(devices: Iterable<LiveDevice>): LiveDevice[] {
  const merged = new Map<string, LiveDevice>();
  for (const device of devices) {
    const key = deviceKey(device.userId, device.deviceId);
    const known = merged.get(key);
    merged.set(key, known === undefined ? device : together(known, device));
  }
  return [...merged.values()];
}

/** Ids of accounts are UUIDs, so a space is never part of the first half. */
export function deviceKey(userId: string, deviceId: string): string {
  return `${userId} ${deviceId}`;
}

function together(one: LiveDevice, other: LiveDevice): LiveDevice {
  const older = one.connectedAtMs <= other.connectedAtMs ? one : other;
  return { ...older, connections: one.connections + other.connections };
}
