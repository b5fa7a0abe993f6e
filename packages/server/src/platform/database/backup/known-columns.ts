import { sql } from "kysely";
import { dialectOf } from "../dialect/dialect-of.ts";
import type { Database } from "../tables.ts";
import { isDerived, type DumpTable } from "./dump-table.ts";
import { listPostgresColumns, type NamedColumn } from "./postgres-columns.ts";

/** Says why rows of a table cannot be loaded; undefined if they can. */
export type TableJudge = (table: DumpTable) => string | undefined;

/**
 * Judges tables by the schema that a database has now. PostgreSQL would otherwise also find a name
 * in its catalog, to which its superuser may write.
 */
export async function judgeTables(db: Database): Promise<TableJudge> {
  const rows =
    dialectOf(db) === "sqlite" ? await listSqliteColumns(db) : await listPostgresColumns(db);
  const known = Map.groupBy(
    rows.filter(({ name }) => !isDerived(name)),
    ({ name }) => name,
  );
  return ({ table, columns }) => {
    const own = known.get(table)?.map(({ col }) => col);
    if (own === undefined)
      return `the backup has rows of ${table}, which is no table of its version`;
    const strange = columns.find((column) => !own.includes(column));
    if (strange === undefined) return undefined;
    return `the backup has a column ${strange} in ${table} that its version does not have`;
  };
}

async function listSqliteColumns(db: Database): Promise<readonly NamedColumn[]> {
  const { rows } = await sql<NamedColumn>`
    select t.name as name, c.name as col
    from pragma_table_list as t join pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
  `.execute(db);
  return rows;
}
