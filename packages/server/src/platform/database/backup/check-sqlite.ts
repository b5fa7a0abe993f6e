import { DamagedBackupError } from "./damaged-backup.ts";
import { quoted } from "./dump-table.ts";
import { hasOwnIndexes, migrationsOfSqlite, openForeignSqlite } from "./foreign-sqlite.ts";
import { listSqliteTables } from "./sqlite-rows.ts";

/** What a whole SQLite file contains. */
export interface SqliteContent {
  /** Of each table, without the search index. */
  readonly rows: Record<string, number>;
  /** Names. */
  readonly migrations: string[];
}

/**
 * Reads all of a SQLite file, in a thread: see check-aside.ts. Indexes that are not ours are not
 * compared with their tables, because that may compute anything, and no restore reads them.
 *
 * @throws DamagedBackupError
 */
export function checkSqlite(file: string): SqliteContent {
  const database = openForeignSqlite(file);
  try {
    const check = hasOwnIndexes(database) ? "integrity_check" : "quick_check";
    const [found] = database.prepare(`pragma ${check}(1)`).all();
    const said = String(found?.[check]);
    if (said !== "ok") throw new DamagedBackupError(said);
    if (database.prepare("pragma foreign_key_check").get() !== undefined) {
      throw new DamagedBackupError("rows refer to rows that are missing");
    }
    const rows = listSqliteTables(database).map(({ table }) => {
      const row = database.prepare(`select count(*) as rows from ${quoted(table)}`).get();
      return [table, Number(row?.["rows"])] as const;
    });
    return { rows: Object.fromEntries(rows), migrations: migrationsOfSqlite(database) };
  } finally {
    database.close();
  }
}
