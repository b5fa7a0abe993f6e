import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/**
 * Takes a named lock until the transaction ends, for checks without a row to lock, such as "count,
 * then insert". SQLite has only one writer anyway.
 */
export async function takeNamedLock(tx: Database, name: string): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  await sql`select pg_advisory_xact_lock(hashtext(${name}), 0)`.execute(tx);
}

/** The same without waiting. @returns false if another transaction holds it */
export async function tryNamedLock(tx: Database, name: string): Promise<boolean> {
  if (dialectOf(tx) !== "postgres") return true;
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${name}), 0) as taken
  `.execute(tx);
  return rows[0]?.taken === true;
}
