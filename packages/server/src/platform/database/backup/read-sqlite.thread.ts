import { serveTasks } from "../../basics/serve-tasks.ts";
import { messageOf } from "../../basics/thrown.ts";
import type { DumpTable } from "./dump-table.ts";
import { fromColumn, type StoredValue } from "./dump-values.ts";
import { migrationsOfSqlite, openForeignSqlite } from "./foreign-sqlite.ts";
import { listSqliteTables, readSqliteRows } from "./sqlite-rows.ts";

/** Opens the file, begins with a table, or goes on with it. */
export type ReadTask = { readonly open: string } | { readonly begin: DumpTable } | "next";

/** The file's tables, or the next rows of a table; none at its end. */
export interface ReadReply {
  readonly migrations: readonly string[];
  readonly tables: readonly DumpTable[];
  readonly rows: readonly (readonly StoredValue[])[];
  /** Why nothing more can be read. */
  readonly fault?: string;
}

const nothing: ReadReply = { migrations: [], tables: [], rows: [] };

let database: ReturnType<typeof openForeignSqlite> | undefined;
let rowsLeft: ReturnType<typeof readSqliteRows> | undefined;

// Reads the tables of one SQLite file, one after another; see sqlite-as-dump.ts.
serveTasks((task: ReadTask): ReadReply => {
  try {
    return replyTo(task);
  } catch (error) {
    return { ...nothing, fault: messageOf(error) };
  }
});

function replyTo(task: ReadTask): ReadReply {
  if (task !== "next" && "open" in task) {
    database = openForeignSqlite(task.open);
    const tables = listSqliteTables(database).map(({ table, columns }) => ({ table, columns }));
    return { ...nothing, migrations: migrationsOfSqlite(database), tables };
  }
  if (task !== "next" && database !== undefined) rowsLeft = readSqliteRows(database, task.begin);
  const found = rowsLeft?.next();
  if (found === undefined || found.done === true) return nothing;
  return { ...nothing, rows: found.value.map((row) => row.map(fromColumn)) };
}
