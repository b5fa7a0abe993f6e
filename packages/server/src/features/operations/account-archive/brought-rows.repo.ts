import { sql } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { archivedTables, type PlainTable } from "./archived-columns.ts";

export type BroughtRow = Readonly<Record<string, string | number | null>>;

const STORED = {
  text: "text",
  json: "text",
  integer: "integer",
  flag: "integer",
  time: "integer",
  real: "real",
} as const;

/**
 * Adds rows of an archive to the learner's.
 *
 * @param extra  columns that no archive has
 * @returns number of rows that were not there
 */
export async function addBroughtRows(
  tx: Database,
  name: PlainTable,
  rows: readonly BroughtRow[],
  extra: Readonly<Record<string, "text" | "integer">> = {},
): Promise<number> {
  const { table, columns } = archivedTables[name];
  const kinds = Object.entries<keyof typeof STORED>(columns);
  const stored = Object.fromEntries(kinds.map(([column, kind]) => [column, STORED[kind]]));
  const all = { user_id: "text", ...stored, ...extra } as const;
  return upsertMany(tx, { table, columns: all, key: keyOf(name), onConflict: "ignore" }, rows);
}

/** The values of this column that rows of the learner have. */
export async function listHeld(
  db: Database,
  name: PlainTable,
  userId: string,
  { column, values }: { readonly column: string; readonly values: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ held: string }>`
    select ${sql.ref(column)} as held from ${sql.table(archivedTables[name].table)}
    where user_id = ${userId} and ${idsIn(db, column, values)}
  `.execute(db);
  return new Set(rows.map(({ held }) => held));
}

/** Removes rows of the learner by the values of a column. */
export async function removeBroughtRows(
  tx: Database,
  name: PlainTable,
  userId: string,
  { column, values }: { readonly column: string; readonly values: readonly string[] },
): Promise<void> {
  await sql`
    delete from ${sql.table(archivedTables[name].table)}
    where user_id = ${userId} and ${idsIn(tx, column, values)}
  `.execute(tx);
}

/** Tables with a row for each learner, of which the learner's id is the key. */
export async function findSingleRow(
  db: Database,
  name: PlainTable,
  userId: string,
): Promise<BroughtRow | undefined> {
  const { rows } = await sql<BroughtRow>`
    select * from ${sql.table(archivedTables[name].table)} where user_id = ${userId}
  `.execute(db);
  return rows[0];
}

/** Replaces the learner's row, or removes it. */
export async function putSingleRow(
  tx: Database,
  name: PlainTable,
  userId: string,
  row: BroughtRow | undefined,
): Promise<void> {
  const table = sql.table(archivedTables[name].table);
  await sql`delete from ${table} where user_id = ${userId}`.execute(tx);
  if (row === undefined) return;
  const columns = Object.keys(row);
  await sql`
    insert into ${table} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(columns.map((column) => row[column]))})
  `.execute(tx);
}

/** Whether nothing was learned in the account yet. */
export async function isUnused(db: Database, userId: string): Promise<boolean> {
  for (const name of ["records", "word_states", "wordbooks"] as const) {
    // A book that was taken back is removed by a worker.
    const isThere = name === "wordbooks" ? sql`and type = 'user'` : sql``;
    const { rows } = await sql`
      select 1 from ${sql.table(archivedTables[name].table)}
      where user_id = ${userId} ${isThere} limit 1
    `.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

/** The columns by which two rows are the same one. */
function keyOf(name: PlainTable): readonly string[] {
  const { table, columns, key } = archivedTables[name];
  if ("id" in columns) return ["id"];
  return table === "preferences" ? ["user_id"] : ["user_id", ...key];
}
