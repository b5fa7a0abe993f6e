import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { isAlarming, missesAfter } from "./silence.ts";

/** Devices need time to reconnect after maintenance. */
const PAUSE_AFTER_MAINTENANCE_MS = 30_000;
/**
 * After an outage, this process does not know the signs of life that reached only other processes.
 */
const PAUSE_AFTER_OUTAGE_MS = 15_000;

type Needs = Pick<Deps, "clock" | "database" | "events" | "maintenance" | "peers">;

interface Watch {
  /** Consecutive missed heartbeats by owner and device; only devices that missed any. */
  misses: Map<string, number>;
  /** Nothing is counted before this time, on the monotonic clock. */
  pausedUntilMs: number;
}

const watchOf = perApp<Pick<Deps, "database">, Watch>(() => ({
  misses: new Map(),
  pausedUntilMs: Number.NEGATIVE_INFINITY,
}));

/** Records a sign of life of a device, shared with the other processes. */
export function noteSign(
  { events }: { readonly events: Pick<Deps["events"], "lastSeen"> },
  deviceId: string,
  atMs: number,
): void {
  events.lastSeen.note(deviceId, atMs);
}

/**
 * Checks all devices with a live stream on any process. Silent devices are notified that their data
 * can no longer be trusted. The counts of misses are lost when another process takes over the
 * check, which gives devices slightly more time.
 */
export async function checkHeartbeats(needs: Needs): Promise<void> {
  const watch = watchOf(needs);
  if (isPaused(needs, watch)) return watch.misses.clear();
  const devices = await needs.events.presence();
  const lastSeen = await needs.events.lastSeen.read(devices.map(({ deviceId }) => deviceId));
  const nowMs = needs.clock.nowMs();
  const before = watch.misses;
  watch.misses = new Map();
  for (const { deviceId, userId, connectedAtMs } of devices) {
    const key = `${userId} ${deviceId}`;
    const lastSignMs = Math.max(connectedAtMs, lastSeen.get(deviceId) ?? 0);
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
