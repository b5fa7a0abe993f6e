import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { isDerived, quoted, type DumpTable } from "./dump-table.ts";

/** Rows read at once have at most this number, and end after this many bytes of texts and files. */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 * 1024 ** 2;

interface SqliteTable extends DumpTable {
  /** Columns that are expressions; not among `columns`. */
  readonly computed: readonly string[];
}

/** Kinds of everything that can be read like a table: "table", "view", "virtual", "shadow". */
export function tableKindsOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const found = database.prepare("select name, type from pragma_table_list where schema = 'main'");
  return new Map(found.all().map(({ name, type }) => [String(name), String(type)]));
}

/** Plain tables with their columns, by name, without those of SQLite and of the search index. */
export function listSqliteTables(database: DatabaseSync): SqliteTable[] {
  const names = [...tableKindsOf(database)]
    .filter(([name, kind]) => kind === "table" && !/^sqlite_/i.test(name) && !isDerived(name))
    .map(([name]) => name);
  const columnsOf = database.prepare("select name, hidden from pragma_table_xinfo(?)");
  return names.toSorted().map((table) => {
    const found = columnsOf.all(table);
    const named = (wanted: (hidden: number) => boolean) =>
      found.filter(({ hidden }) => wanted(Number(hidden))).map(({ name }) => String(name));
    return { table, columns: named((it) => it === 0), computed: named((it) => it > 1) };
  });
}

/** All rows of a table, some at a time, with integers as bigints. */
export function* readSqliteRows(
  database: DatabaseSync,
  { table, columns }: DumpTable,
): Generator<readonly (readonly SQLOutputValue[])[], void, void> {
  // An index may hold other rows than its table.
  const text = `select ${columns.map(quoted).join()} from ${quoted(table)} not indexed`;
  const statement = database.prepare(text);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  let rows: (readonly SQLOutputValue[])[] = [];
  let bytes = 0;
  for (const one of statement.iterate()) {
    // With `setReturnArrays`, rows are arrays; the types do not say so.
    const row = one as unknown as readonly SQLOutputValue[];
    rows.push(row);
    bytes += sizeOf(row);
    if (rows.length < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    yield rows;
    [rows, bytes] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

function sizeOf(row: readonly SQLOutputValue[]): number {
  return row.reduce<number>((sum, value) => {
    if (typeof value === "string") return sum + value.length;
    return value instanceof Uint8Array ? sum + value.byteLength : sum;
  }, 0);
}
