import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/**
 * Runs statements without parameters, one after the other, ignoring their results. PostgreSQL gets
 * all of them in one message, because a schema has hundreds, each of which would cost a round trip.
 *
 * @param tx  inside a transaction, so that either all or none take effect
 */
export async function runAll(tx: Database, statements: readonly string[]): Promise<void> {
  const isPostgres = dialectOf(tx) === "postgres";
  // Only single statements can be prepared, and those that begin with a comment are not prepared.
  const sent = isPostgres ? [`/* all */ ${statements.join(";\n")}`] : statements;
  for (const text of sent) await sql.raw(text).execute(tx);
}
