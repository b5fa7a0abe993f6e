import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/**
 * Takes a named lock until the transaction ends, for checks that no single row can be locked for,
 * such as "count, then insert". SQLite has only one writer anyway.
 *
 * @param what  name of the lock
 */
export async function holdAlone(tx: Database, what: string): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  await sql`select pg_advisory_xact_lock(hashtext(${what}), 0)`.execute(tx);
}
