/** A device that has sent nothing for longer than this misses a heartbeat. */
const SILENT_AFTER_MS = 10_000;
/** So many checks in a row without a sign, and what the device holds is taken for stale. */
export const MISSES_ALARMING = 5;
/** While it stays silent it is told again after so many further checks: 50 s at one every 5 s. */
const MISSES_BETWEEN_ALARMS = 10;

/**
 * Heartbeats missed in a row after one more check.
 *
 * @param lastSignMs  when the device was last heard of, or its stream opened if that was later
 */
export function missesAfter(before: number, lastSignMs: number, nowMs: number): number {
  return nowMs - lastSignMs > SILENT_AFTER_MS ? before + 1 : 0;
}

/** Whether a device with this many misses is notified at this check. */
export function isAlarming(misses: number): boolean {
  const further = misses - MISSES_ALARMING;
  return further >= 0 && further % MISSES_BETWEEN_ALARMS === 0;
}
