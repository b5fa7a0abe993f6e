import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { constants } from "node:sqlite";
import { UnreadableError } from "../files/unreadable.ts";

/** A foreign database whose tables can be read with statements of our own. */
export interface ForeignDatabase {
  readonly tables: ReadonlySet<string>;
  /** Names of columns, small letters. */
  columns(table: string): ReadonlySet<string>;
  rows(statement: string, ...values: SQLInputValue[]): Generator<Record<string, unknown>>;
  close(): void;
}

/** Larger pages of a row are no texts, bytes. */
const VALUE_MAX = 1_000_000;

/**
 * Opens a file that someone else wrote. SQLite may only read plain tables: the authorizer refuses
 * every function, view, virtual table, pragma and attached file, regardless of the schema.
 *
 * @param path  a private copy of the file
 * @throws UnreadableError
 */
export function openDatabase(path: string): ForeignDatabase {
  const database = opened(path);
  const tables = new Set<string>();
  const guarded = function* (statement: string, values: SQLInputValue[]) {
    try {
      yield* database.prepare(statement).iterate(...values);
    } catch (fault) {
      if (fault instanceof UnreadableError) throw fault;
      throw new UnreadableError(`The database is damaged (${messageOf(fault)}).`);
    }
  };
  try {
    for (const { name, type, sql } of guarded("select name, type, sql from sqlite_schema", [])) {
      const text = String(sql ?? "");
      if (type === "table" && /^\s*create\s+virtual/i.test(text)) continue;
      if (type === "table" && typeof name === "string") tables.add(name.toLowerCase());
    }
    database.setAuthorizer((action, table, _, __, source) => {
      const isRead = action === constants.SQLITE_READ && tables.has((table ?? "").toLowerCase());
      const isPlain = source === null;
      return isPlain && (action === constants.SQLITE_SELECT || isRead)
        ? constants.SQLITE_OK
        : constants.SQLITE_DENY;
    });
  } catch (fault) {
    database.close();
    throw fault;
  }
  return {
    tables,
    columns(table) {
      const [row] = guarded(`select * from "${table}" limit 1`, []);
      return new Set(Object.keys(row ?? {}).map((name) => name.toLowerCase()));
    },
    rows: (statement, ...values) => guarded(statement, values),
    close: () => database.close(),
  };
}

function opened(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, {
      readOnly: true,
      allowExtension: false,
      defensive: true,
      timeout: 0,
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
export function textOf(value: unknown): string {
  if (typeof value === "string") return value.length > VALUE_MAX ? "" : value;
  return typeof value === "number" || typeof value === "bigint" ? String(value) : "";
}
