import { sql, type RawBuilder, type SqlBool } from "kysely";
import { QUARTER_HOUR_MS } from "../time/durations.ts";

/** Duration of an account lock. Further wrong passwords do not extend it. */
export const LOCK_MS = QUARTER_HOUR_MS;

/**
 * Whether an account is unlocked, as a condition on its row. A lock that ends later than possible
 * was set while the clock was ahead and is ignored.
 */
export function isUnlocked(nowMs: number): RawBuilder<SqlBool> {
  return sql`(locked_until_ms is null or locked_until_ms <= ${nowMs}
    or locked_until_ms > ${nowMs + LOCK_MS})`;
}
