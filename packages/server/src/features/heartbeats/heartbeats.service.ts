import type { Deps } from "../../deps.ts";
import { perApp } from "../../platform/per-app.ts";
import { isAlarming, missesAfter } from "./silence.ts";

/** Devices need a moment to find their way back after maintenance. */
const PAUSE_AFTER_MAINTENANCE_MS = 30_000;
/** Signs that other processes heard while they were out of reach are not known here. */
const PAUSE_AFTER_OUTAGE_MS = 15_000;

type Needs = Pick<Deps, "clock" | "database" | "events" | "maintenance" | "peers">;

interface Watch {
  /** Heartbeats missed in a row, by owner and device; only those that missed any. */
  misses: Map<string, number>;
  /** Until when nothing is counted, monotonic. */
  pausedUntilMs: number;
}

const watchOf = perApp<Pick<Deps, "database">, Watch>(() => ({
  misses: new Map(),
  pausedUntilMs: Number.NEGATIVE_INFINITY,
}));

/** Notes that a device has just been heard of; kept with what the other processes hear. */
export function noteSign(
  { events }: { readonly events: Pick<Deps["events"], "signs"> },
  deviceId: string,
  atMs: number,
): void {
  events.signs.note(deviceId, atMs);
}

/**
 * One look at all devices with a live stream, on whichever process. Those that stay silent are told
 * that what they hold can no longer be trusted. Misses are forgotten when the process that counts
 * changes: a device then gets a little longer.
 */
export async function checkHeartbeats(needs: Needs): Promise<void> {
  const watch = watchOf(needs);
  if (isPaused(needs, watch)) return watch.misses.clear();
  const devices = await needs.events.presence();
  const signs = await needs.events.signs.read(devices.map(({ deviceId }) => deviceId));
  const nowMs = needs.clock.nowMs();
  const before = watch.misses;
  watch.misses = new Map();
  for (const { deviceId, userId, connectedAtMs } of devices) {
    const key = `${userId} ${deviceId}`;
    const lastSignMs = Math.max(connectedAtMs, signs.get(deviceId) ?? 0);
    const misses = missesAfter(before.get(key) ?? 0, lastSignMs, nowMs);
    if (misses > 0) watch.misses.set(key, misses);
    if (isAlarming(misses)) needs.events.toDevice(userId, deviceId, { type: "data_corrupted" });
  }
}

function isPaused({ clock, maintenance, peers }: Needs, watch: Watch): boolean {
  const nowMs = clock.monotonicMs();
  const pause = (ms: number) => {
    watch.pausedUntilMs = Math.max(watch.pausedUntilMs, nowMs + ms);
  };
  if (maintenance.active) pause(PAUSE_AFTER_MAINTENANCE_MS);
  if (!peers.reachable) pause(PAUSE_AFTER_OUTAGE_MS);
  return nowMs < watch.pausedUntilMs;
}
