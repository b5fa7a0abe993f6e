import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/**
 * Lets one transaction at a time look at something that no single row stands for, and then add to
 * it; held until the transaction ends. SQLite has only one writer anyway.
 *
 * @param what  the same word wherever the same thing is meant
 */
export async function holdAlone(tx: Database, what: string): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  await sql`select pg_advisory_xact_lock(hashtext(${what}), 0)`.execute(tx);
}
