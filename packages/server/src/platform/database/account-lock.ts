import { sql, type RawBuilder, type SqlBool } from "kysely";
import { QUARTER_HOUR_MS } from "../time/durations.ts";

/** Duration of a lock of an account. Further wrong passwords do not extend it. */
export const LOCK_MS = QUARTER_HOUR_MS;

/**
 * Whether no lock holds, as a condition on the row of an account. One that ends later than a lock
 * can was made while the clock was ahead.
 */
export function isUnlocked(nowMs: number): RawBuilder<SqlBool> {
  return sql`(locked_until_ms is null or locked_until_ms <= ${nowMs}
    or locked_until_ms > ${nowMs + LOCK_MS})`;
}
