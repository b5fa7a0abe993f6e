import { sql } from "kysely";
import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../platform/database/tables.ts";

/**
 * Lets one transaction at a time look at the trials there are and then start another, so that a
 * canary and an experiment that begin together still see each other. SQLite has only one writer
 * anyway.
 */
export async function holdTrials(tx: Database): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  await sql`select pg_advisory_xact_lock(hashtext('engine_trials'), 0)`.execute(tx);
}
