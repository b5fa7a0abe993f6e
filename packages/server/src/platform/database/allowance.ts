import type { ErrorCode } from "@wordloom/contract";
import { sql } from "kysely";
import { refuse } from "../basics/app-error.ts";
import type { Clock } from "../time/clock.ts";
import { isPast, latestStoredMs } from "./stored-times.ts";
import type { Database, Tables } from "./tables.ts";

/** Something that each learner may do once in a while, whichever process is asked. */
export interface Allowance {
  /** One row a learner: `user_id`, and `charged_at_ms` of the last use. */
  readonly ofTable: keyof Tables;
  readonly cooldownMs: number;
  /** The refusal of a further use. */
  readonly code: ErrorCode;
}

/**
 * Uses the learner's allowance. One statement, so that only one of two concurrent requests
 * succeeds. A use far in the future was recorded while the clock was ahead, and does not count.
 *
 * @returns when it was used, for `refund`
 * @throws AppError with the code of the allowance, and the time until the next use
 */
export async function charge(
  { clock, database }: { readonly clock: Clock; readonly database: Database },
  { ofTable, cooldownMs, code }: Allowance,
  userId: string,
): Promise<number> {
  const nowMs = clock.nowMs();
  const table = sql.table(ofTable);
  const { numAffectedRows } = await sql`
    insert into ${table} (user_id, charged_at_ms) values (${userId}, ${nowMs})
    on conflict (user_id) do update set charged_at_ms = excluded.charged_at_ms
    where ${isPast(`${ofTable}.charged_at_ms`, nowMs - cooldownMs, latestStoredMs(nowMs))}
  `.execute(database);
  if ((numAffectedRows ?? 0n) > 0n) return nowMs;
  const { rows } = await sql<{ charged_at_ms: number }>`
    select charged_at_ms from ${table} where user_id = ${userId}
  `.execute(database);
  const chargedMs = Number(rows[0]?.charged_at_ms ?? nowMs);
  return refuse(code, undefined, {
    retryAfterSecs: Math.max(1, Math.ceil((chargedMs + cooldownMs - nowMs) / 1000)),
  });
}

/** Takes a use back, unless a later one has replaced it. */
export async function refund(
  database: Database,
  { ofTable }: Allowance,
  userId: string,
  chargedAtMs: number,
): Promise<void> {
  await sql`
    delete from ${sql.table(ofTable)}
    where user_id = ${userId} and charged_at_ms = ${chargedAtMs}
  `.execute(database);
}
