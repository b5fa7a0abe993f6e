import type { Connection } from "./sse-connection.ts";
import type { StreamGroup } from "./stream-group.ts";

/** A device with at least one open stream, on any process. */
export interface LiveDevice {
  readonly deviceId: string;
  readonly userId: string;
  /** As sent by the client when it opened its oldest stream. */
  readonly platform: string | null;
  /** When the oldest of its streams was opened. */
  readonly connectedAtMs: number;
  /** How many streams it has open. */
  readonly connections: number;
}

/** The device id of a learner's streams that named no device. */
export const NO_DEVICE = "";

/** Who has streams open, and on which devices. */
export interface Presence {
  /** Call it when a stream of this process has opened or ended. */
  changed(connection: Connection): void;
  /** All streams by learner and device; those of a learner without a device have `NO_DEVICE`. */
  streams(): Promise<readonly LiveDevice[]>;
  isOnline(userId: string, deviceId: string): Promise<boolean>;
  /** Open streams of administrators. */
  adminStreams(): Promise<number>;
}

/** The streams of this process. */
export interface StreamGroups {
  readonly learners: StreamGroup;
  readonly admins: StreamGroup;
}

/** Only the streams of this process. */
export function createLocalPresence({ learners, admins }: StreamGroups): Presence {
  return {
    changed: () => {},
    streams: async () => devicesBehind(learners.all()),
    isOnline: async (userId, deviceId) => deviceOf(learners, userId, deviceId) !== undefined,
    adminStreams: async () => admins.size,
  };
}

/** The distinct devices of these streams. */
export function devicesBehind(connections: Iterable<Connection>): LiveDevice[] {
  const devices: LiveDevice[] = [];
  for (const { listener, openedAtMs } of connections) {
    const { id: deviceId = NO_DEVICE, platform = null } = listener.device ?? {};
    const userId = listener.accountId;
    devices.push({ deviceId, userId, platform, connectedAtMs: openedAtMs, connections: 1 });
  }
  return mergeDevices(devices);
}

/** The learner's device, or `NO_DEVICE`, if it has streams on this process. */
export function deviceOf(
  learners: StreamGroup,
  userId: string,
  deviceId: string,
): LiveDevice | undefined {
  return devicesBehind(learners.of(userId)).find((device) => device.deviceId === deviceId);
}

/** Merges the entries of several streams or processes into one per learner and device. */
export function mergeDevices(devices: Iterable<LiveDevice>): LiveDevice[] {
  const merged = new Map<string, LiveDevice>();
  for (const device of devices) {
    const key = deviceKey(device.userId, device.deviceId);
    const known = merged.get(key);
    merged.set(key, known === undefined ? device : merge(known, device));
  }
  return [...merged.values()];
}

/** Account ids are UUIDs, so they contain no space. */
export function deviceKey(userId: string, deviceId: string): string {
  return `${userId} ${deviceId}`;
}

function merge(one: LiveDevice, other: LiveDevice): LiveDevice {
  const older = one.connectedAtMs <= other.connectedAtMs ? one : other;
  return { ...older, connections: one.connections + other.connections };
}
