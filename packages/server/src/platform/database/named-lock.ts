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
