import { DatabaseSync, backup } from "node:sqlite";
import { DamagedBackupError } from "./damaged-backup.ts";

/** Pages per step; between two steps others can use the file. */
const PAGES_AT_ONCE = 512;

/**
 * Copies a SQLite file while others write to it. The copy contains what was committed when it
 * began: a read transaction keeps that state, since otherwise each write would restart the copy.
 *
 * @param to  a path where nothing exists, or an empty file
 */
export async function copySqlite(
  from: string,
  to: string,
  onProgress: (pagesDone: number, pages: number) => void = () => {},
): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    source.exec("begin; select 1 from sqlite_schema");
    const pages = await backup(source, to, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) =>
        onProgress(totalPages - remainingPages, totalPages),
    });
    // The last step is not reported; a small file has only that one.
    onProgress(pages, pages);
  } finally {
    source.close();
  }
  // A single file, because readers of a copy with a write-ahead log would leave their log next to
  // it.
  const copy = new DatabaseSync(to);
  try {
    copy.exec("pragma journal_mode = delete");
  } finally {
    copy.close();
  }
}

/**
 * Reads all of a SQLite file.
 *
 * @returns the rows of each table, without the search index
 * @throws DamagedBackupError
 */
export function checkSqlite(file: string): Record<string, number> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec("pragma trusted_schema = off");
    const [found] = database.prepare("pragma integrity_check(1)").all();
    const said = String(found?.["integrity_check"]);
    if (said !== "ok") throw new DamagedBackupError(said);
    if (database.prepare("pragma foreign_key_check").get() !== undefined) {
      throw new DamagedBackupError("rows refer to rows that are missing");
    }
    const tables = database
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table'
           and name not like 'sqlite\\_%' escape '\\'
           and name not like 'words\\_search%' escape '\\'
         order by name`,
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => {
        const row = database.prepare(`select count(*) as rows from "${String(name)}"`).get();
        return [String(name), Number(row?.["rows"])];
      }),
    );
  } catch (error) {
    if (error instanceof DamagedBackupError) throw error;
    throw new DamagedBackupError(error instanceof Error ? error.message : String(error));
  } finally {
    database.close();
  }
}
