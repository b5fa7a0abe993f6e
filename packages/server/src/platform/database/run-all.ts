import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/**
 * Runs statements without parameters, one after the other; for those whose results nobody reads.
 * PostgreSQL is sent all of them at once: a schema has hundreds, and each would wait for the way
 * there and back.
 *
 * @param tx  inside a transaction, so that either all or none have an effect
 */
export async function runAll(tx: Database, statements: readonly string[]): Promise<void> {
  const isPostgres = dialectOf(tx) === "postgres";
  // Only one statement can be prepared: those that begin with a comment are not.
  const sent = isPostgres ? [`/* all */ ${statements.join(";\n")}`] : statements;
  for (const text of sent) await sql.raw(text).execute(tx);
}
