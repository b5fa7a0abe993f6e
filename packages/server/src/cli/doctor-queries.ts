import { sql } from "kysely";
import { dialectOf } from "../platform/database/dialect/dialect-of.ts";
import type { Database } from "../platform/database/tables.ts";

const NOW = {
  sqlite: sql<{ now_ms: number }>`select unixepoch('subsec') * 1000.0 as now_ms`,
  postgres: sql<{ now_ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as now_ms`,
};

/** The clock of the database server. */
export async function databaseNowMs(database: Database): Promise<number> {
  const { rows } = await NOW[dialectOf(database)].execute(database);
  return Number(rows[0]?.now_ms);
}

/** SQLite's integrity check, which reads the whole file. */
export async function integrityFaults(database: Database): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database);
  return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
}
