import { sql, type RawBuilder, type SqlBool } from "kysely";
import { MINUTE_MS } from "../time/durations.ts";

/** The clock of another process may be ahead by less than this. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/**
 * The latest time, epoch ms, that a rule stores by now. A later one was stored while the clock was
 * ahead: nobody knows when it was, so it counts as past.
 *
 * @param aheadMs  how far after its own clock the rule stores a time; 0 for what has just happened
 */
export function latestStoredMs(nowMs: number, aheadMs = 0): number {
  return nowMs + aheadMs + CLOCKS_DIFFER_MS;
}

/** Whether a stored time is still to come; see `latestStoredMs`. */
export function isToCome(atMs: number, nowMs: number, aheadMs: number): boolean {
  return atMs > nowMs && atMs <= latestStoredMs(nowMs, aheadMs);
}

/**
 * Whether the time in a column is `byMs` or earlier, as a condition on its row. A time after
 * `latestMs` was stored while the clock was ahead and counts as past.
 */
export function isPast(column: string, byMs: number, latestMs: number): RawBuilder<SqlBool> {
  const stored = sql.ref(column);
  return sql`(${stored} <= ${byMs} or ${stored} > ${latestMs})`;
}
