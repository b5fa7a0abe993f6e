import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/** SQLite only. */
export async function readPages(
  db: Database,
): Promise<{ pageSize: number; pageCount: number; journalMode: string }> {
  const { rows } = await sql<{ size: number; pages: number; mode: string }>`
    select page_size as size, page_count as pages, journal_mode as mode
    from pragma_page_size, pragma_page_count, pragma_journal_mode
  `.execute(db);
  const { size = 0, pages = 0, mode = "" } = rows[0] ?? {};
  return { pageSize: size, pageCount: pages, journalMode: mode };
}

/** PostgreSQL only: bytes. */
export async function readServerSize(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes
  `.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** SQLite only: the tables, except the internal ones of full-text indexes. */
export async function listSqliteTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type in ('table', 'virtual')
      and name not like 'sqlite\\_%' escape '\\'
    order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** SQLite only; reads the table's smallest index. */
export async function countTable(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)}
  `.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** PostgreSQL only: the tables of this schema, and its own estimate of their rows. */
export async function listServerTables(db: Database): Promise<{ name: string; rows: number }[]> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select class.relname as name,
      greatest(stat.n_live_tup, class.reltuples::bigint, 0)::bigint as rows
    from pg_class class
    left join pg_stat_user_tables stat on stat.relid = class.oid
    where class.relkind in ('r', 'p') and class.relnamespace = current_schema()::regnamespace
    order by class.relname
  `.execute(db);
  return rows.map(({ name, rows: count }) => ({ name, rows: Number(count) }));
}
