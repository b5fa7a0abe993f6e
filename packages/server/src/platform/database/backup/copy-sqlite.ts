import { DatabaseSync, backup } from "node:sqlite";

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
