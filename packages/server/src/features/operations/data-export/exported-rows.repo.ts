import { sql, type Selectable } from "kysely";
import type { Database, Tables } from "../../../platform/database/tables.ts";

/** Orders supported by an index. Each of them is total. */
const ORDERS = {
  word_states: ["word_id"],
  word_favorites: ["word_id"],
  word_notes: ["word_id", "created_at_ms", "id"],
  learning_sessions: ["created_at_ms", "id"],
  records: ["created_at_ms", "id"],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

export type ExportedTable = keyof typeof ORDERS;
export type ExportedRow<T extends ExportedTable> = Selectable<Tables[T]>;

/**
 * One page of a learner's rows.
 *
 * Uses keyset pagination instead of an offset: the last page of a hundred thousand rows costs as
 * much as the first, and rows inserted or removed in between do not shift the others.
 */
export async function listExportedRows<T extends ExportedTable>(
  db: Database,
  table: T,
  page: { userId: string; after: ExportedRow<T> | undefined; limit: number },
): Promise<ExportedRow<T>[]> {
  const { userId, after, limit } = page;
  const order = sql.join(ORDERS[table].map((column) => sql.ref(column)));
  const { rows } = await sql<ExportedRow<T>>`
    select * from ${sql.table(table)}
    where user_id = ${userId} ${after === undefined ? sql`` : rowsAfter(table, after)}
    order by ${order} limit ${limit}
  `.execute(db);
  return rows;
}

function rowsAfter<T extends ExportedTable>(table: T, row: ExportedRow<T>) {
  const values = row as Readonly<Record<string, unknown>>;
  const columns = ORDERS[table].map((column) => sql.ref(column));
  const position = ORDERS[table].map((column) => values[column]);
  return sql`and (${sql.join(columns)}) > (${sql.join(position)})`;
}
