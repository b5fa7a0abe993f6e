import { sql } from "kysely";
import type { Database } from "../../platform/database/tables.ts";

/** Returns when the database has answered the smallest of questions. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
