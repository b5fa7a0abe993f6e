/** A device that has sent nothing for longer than this misses a heartbeat. */
const SILENT_AFTER_MS = 10_000;
/** After this many silent checks in a row the device's data counts as stale. */
const MISSES_ALARMING = 5;
/**
 * A device that stays silent is notified again after this many checks: every 50 s with a check
 * every 5 s.
 */
const MISSES_BETWEEN_ALARMS = 10;

/**
 * Consecutive missed heartbeats after one more check.
 *
 * @param lastSignMs  last sign of life of the device, or the opening of its stream if later
 */
export function missesAfter(before: number, lastSignMs: number, nowMs: number): number {
  return nowMs - lastSignMs > SILENT_AFTER_MS ? before + 1 : 0;
}

/** Whether a device with this many misses is notified at this check. */
export function isAlarming(misses: number): boolean {
  const further = misses - MISSES_ALARMING;
  return further >= 0 && further % MISSES_BETWEEN_ALARMS === 0;
}
