import { constants, DatabaseSync, type SQLOutputValue } from "node:sqlite";
import type { ByteSource } from "../files/byte-source.ts";
import { tooLarge, UnreadableError } from "../files/unreadable.ts";
import { openPages } from "./database-pages.ts";
import { keyedRows } from "./keyed-rows.ts";

/** A foreign database of which whole tables can be read, one row after another. */
export interface ForeignDatabase {
  /** Names of plain tables, small letters. */
  readonly tables: ReadonlySet<string>;
  /** Names of columns, small letters; none for an absent table. */
  columns(table: string): ReadonlySet<string>;
  /**
   * The rows in the order of their ids. Integers are bigints, absent columns null.
   *
   * @param most  more rows are refused
   * @throws UnreadableError
   */
  scan(table: string, columns: readonly string[], most: number): Generator<SQLOutputValue[]>;
  close(): void;
}

interface PlainTable {
  readonly root: number;
  /** Names, small letters, in the order in which rows without ids are stored: the key first. */
  readonly columns: ReadonlySet<string>;
  /** The first column that is an expression; its value could be anything. */
  readonly computed: string | undefined;
  readonly hasRowIds: boolean;
}

/** Longer values of a cell are no texts, UTF-16 units. */
const VALUE_MAX = 1_000_000;
/** SQLite gives up at a longer row, bytes. */
const ROW_MAX = 32 * 1024 ** 2;
const TABLES_MAX = 1_000;

/**
 * Opens a file that someone else wrote. SQLite may only read plain tables, each as a whole: the
 * authorizer refuses every function, view, virtual table, pragma and attached file, regardless of
 * the schema, and no page is read twice. So a statement has no more steps than the file has rows.
 *
 * @param source  a private copy of the file, with its path
 * @throws UnreadableError
 */
export function openDatabase(source: ByteSource): ForeignDatabase {
  const pages = openPages(source);
  // The schema is a table, too: SQLite reads it before it runs any statement.
  pages.checkTree(1);
  const database = opened(source);
  try {
    const tables = tablesOf(database);
    database.setAuthorizer((action, table, _, __, view) => {
      const isRead = action === constants.SQLITE_READ && tables.has((table ?? "").toLowerCase());
      return view === null && (action === constants.SQLITE_SELECT || isRead)
        ? constants.SQLITE_OK
        : constants.SQLITE_DENY;
    });
    const checked = new Set<string>();
    const rowsOf = function* (name: string, table: PlainTable, columns: readonly string[]) {
      const names = columns.map((column) => column.toLowerCase());
      if (!table.hasRowIds) {
        const places = names.map((column) => [...table.columns].indexOf(column));
        for (const row of keyedRows(openPages(source), table.root))
          yield places.map((place) => row[place] ?? null);
        return;
      }
      if (!checked.has(name)) pages.checkTree(table.root);
      checked.add(name);
      const asked = names.map((column) => (table.columns.has(column) ? `"${column}"` : "null"));
      // An index may hold other rows than its table.
      yield* plainRows(database, `select ${asked.join(", ")} from "${name}" not indexed`);
    };
    return {
      tables: new Set(tables.keys()),
      columns: (table) => tables.get(table)?.columns ?? new Set(),
      *scan(name, columns, most) {
        const table = tables.get(name);
        if (table === undefined) throw new UnreadableError(`The table ${name} is missing.`);
        if (table.computed !== undefined)
          throw new UnreadableError(`The column ${table.computed} of ${name} is computed.`);
        let count = 0;
        for (const row of rowsOf(name, table, columns)) {
          if ((count += 1) > most) throw tooLarge(`The table ${name} has more than ${most} rows.`);
          yield row;
        }
      },
      close: () => database.close(),
    };
  } catch (fault) {
    database.close();
    throw fault;
  }
}

function* plainRows(database: DatabaseSync, statement: string): Generator<SQLOutputValue[]> {
  try {
    const prepared = database.prepare(statement);
    prepared.setReadBigInts(true);
    prepared.setReturnArrays(true);
    // With `setReturnArrays`, rows are arrays; the types do not say so.
    yield* prepared.iterate() as unknown as Iterable<SQLOutputValue[]>;
  } catch (fault) {
    if (fault instanceof UnreadableError) throw fault;
    throw new UnreadableError(`The database is damaged (${messageOf(fault)}).`);
  }
}

function tablesOf(database: DatabaseSync): ReadonlyMap<string, PlainTable> {
  const tables = new Map<string, PlainTable>();
  let count = 0;
  for (const [name, type, root, sql] of plainRows(
    database,
    "select name, type, rootpage, sql from sqlite_schema",
  )) {
    if ((count += 1) > TABLES_MAX)
      throw tooLarge(`The database has more than ${TABLES_MAX} tables and indexes.`);
    if (type !== "table" || typeof name !== "string" || typeof sql !== "string") continue;
    if (/^\s*create\s+virtual/i.test(sql) || !/^[a-z_]\w*$/i.test(name)) continue;
    const columns = [...plainRows(database, `pragma table_xinfo("${name}")`)].map(
      ([, column, , , , key, hidden]) => ({
        column: String(column).toLowerCase(),
        key: Number(key) || Infinity,
        isComputed: Number(hidden) > 1,
      }),
    );
    const hasRowIds = !/without\s+rowid/i.test(sql);
    if (!hasRowIds) columns.sort((a, b) => (a.key === b.key ? 0 : a.key - b.key));
    tables.set(name.toLowerCase(), {
      root: Number(root),
      columns: new Set(columns.map(({ column }) => column)),
      computed: columns.find(({ isComputed }) => isComputed)?.column,
      hasRowIds,
    });
  }
  return tables;
}

function opened({ path }: ByteSource): DatabaseSync {
  if (path === undefined) throw new UnreadableError("A database has to be a file.");
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, {
      readOnly: true,
      allowExtension: false,
      defensive: true,
      timeout: 0,
      limits: { length: ROW_MAX, sqlLength: 100_000, attach: 0, exprDepth: 100 },
    });
    for (const setting of [
      "trusted_schema = off",
      "query_only = on",
      "cell_size_check = on",
      "mmap_size = 0",
      "cache_size = -8192",
      "temp_store = memory",
    ])
      database.exec(`pragma ${setting}`);
    return database;
  } catch (fault) {
    database?.close();
    throw new UnreadableError(`The database cannot be opened (${messageOf(fault)}).`);
  }
}

const messageOf = (fault: unknown) => (fault instanceof Error ? fault.message : "unknown fault");

/** A value of a row as text; "" for none and for bytes. */
export function textOf(value: SQLOutputValue | undefined): string {
  if (typeof value === "string") return value.length > VALUE_MAX ? "" : value;
  return typeof value === "number" || typeof value === "bigint" ? String(value) : "";
}

/** A value of a row as a whole number that is exact; NaN for everything else. */
export function numberOf(value: SQLOutputValue | undefined): number {
  const number = typeof value === "bigint" || typeof value === "number" ? Number(value) : NaN;
  return Number.isSafeInteger(number) ? number : NaN;
}
