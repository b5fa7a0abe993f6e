import { HOUR_MS } from "../time/durations.ts";

/** When devices were last seen, on any process. */
export interface LastSeen {
  /** @param atMs  epoch milliseconds; ignored if older than the known time */
  note(deviceId: string, atMs: number): void;
  /** By device id; a device not seen for an hour may be missing. */
  read(deviceIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Older times are not needed. */
export const LAST_SEEN_KEPT_MS = HOUR_MS;

/** Maximum number of devices remembered, 200 bytes each; their ids come from clients. */
const DEVICES_MAX = 50_000;

/** Times seen by this process. If there are too many devices, those seen first are dropped. */
export function createLocalLastSeen(devicesMax: number = DEVICES_MAX): LastSeen {
  /** In order of time, the latest last. */
  const heardAt = new Map<string, number>();

  const dropOld = (nowMs: number) => {
    for (const [deviceId, atMs] of heardAt) {
      if (nowMs - atMs <= LAST_SEEN_KEPT_MS && heardAt.size <= devicesMax) break;
      heardAt.delete(deviceId);
    }
  };

  return {
    note(deviceId, atMs) {
      if (atMs < (heardAt.get(deviceId) ?? 0)) return;
      heardAt.delete(deviceId);
      heardAt.set(deviceId, atMs);
      dropOld(atMs);
    },
    async read(deviceIds) {
      const known = deviceIds.flatMap((id) => {
        const atMs = heardAt.get(id);
        return atMs === undefined ? [] : [[id, atMs] as const];
      });
      return new Map(known);
    },
  };
}
