import { HOUR_MS } from "../durations.ts";

/** When devices were last heard of, on whichever process. */
export interface SignsOfLife {
  /** @param atMs  epoch milliseconds; an older one than is known changes nothing */
  note(deviceId: string, atMs: number): void;
  /** By device id; a device that has not been heard of for an hour may be missing. */
  read(deviceIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Nobody asks after a device that has been silent for longer. */
export const SIGNS_KEPT_MS = HOUR_MS;

/** What this process heard. */
export function createLocalSigns(): SignsOfLife {
  /** Those heard of last come last. */
  const heardAt = new Map<string, number>();

  const dropOld = (nowMs: number) => {
    for (const [deviceId, atMs] of heardAt) {
      if (nowMs - atMs <= SIGNS_KEPT_MS) break;
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
