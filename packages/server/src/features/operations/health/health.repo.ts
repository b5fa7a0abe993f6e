import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/** Runs the cheapest possible query. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
