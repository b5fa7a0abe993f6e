import { sql } from "kysely";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { storageOf } from "../../../platform/database/dialect/storage-state.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Runs the cheapest possible query. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Whether the database refuses writes: opened for reading only, or a read-only PostgreSQL. */
export async function isReadOnly(db: Database): Promise<boolean> {
  if (dialectOf(db) === "sqlite") return storageOf(db).state === "reading";
  const { rows } = await sql<{ said: string }>`
    select current_setting('transaction_read_only') as said`.execute(db);
  return rows[0]?.said === "on";
}
