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

/** One page of a learner's rows. */
export async function listExportedRows<T extends ExportedTable>(
  db: Database,
  table: T,
  page: RowPage<ExportedRow<T>>,
): Promise<ExportedRow<T>[]> {
  return listLearnerRows(db, { table, key: ORDERS[table] }, page);
}

/** Which of the rows to read. */
export interface RowPage<R> {
  readonly userId: string;
  /** The last row of the page before. */
  readonly after: R | undefined;
  readonly limit: number;
}

/**
 * One page of a learner's rows of any table.
 *
 * Uses keyset pagination instead of an offset: the last page of a hundred thousand rows costs as
 * much as the first, and rows inserted or removed in between do not shift the others.
 *
 * @param of.key  columns that an index has in this order, together unique for a learner
 */
export async function listLearnerRows<R extends object>(
  db: Database,
  { table, key }: { readonly table: keyof Tables; readonly key: readonly string[] },
  { userId, after, limit }: RowPage<R>,
): Promise<R[]> {
  const order = sql.join(key.map((column) => sql.ref(column)));
  const position = after as Readonly<Record<string, unknown>> | undefined;
  const isLater =
    position === undefined
      ? sql``
      : sql`and (${order}) > (${sql.join(key.map((column) => position[column]))})`;
  const { rows } = await sql<R>`
    select * from ${sql.table(table)} where user_id = ${userId} ${isLater}
    order by ${order} limit ${limit}
  `.execute(db);
  return rows;
}
