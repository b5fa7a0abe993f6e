import type { Insertable, Selectable } from "kysely";
import type { RowWindow } from "../../../platform/basics/page.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordbookHistoryTable } from "./wordbooks.tables.ts";

export type BookHistoryRow = Selectable<WordbookHistoryTable>;

export async function insertBookStep(
  tx: Database,
  row: Insertable<WordbookHistoryTable>,
): Promise<void> {
  await tx.insertInto("wordbook_history").values(row).execute();
}

/** Adds words to an entry, which then stands where it was last added to. */
export async function addToBookStep(
  tx: Database,
  id: string,
  { count, atMs }: { readonly count: number; readonly atMs: number },
): Promise<void> {
  await tx
    .updateTable("wordbook_history")
    .set((eb) => ({ count: eb("count", "+", count), at_ms: atMs }))
    .where("id", "=", id)
    .execute();
}

/** Newest first. Served by wordbook_history_book. */
export async function listBookSteps(
  db: Database,
  bookId: string,
  window: Pick<RowWindow, "perPage" | "offset">,
): Promise<BookHistoryRow[]> {
  return db
    .selectFrom("wordbook_history")
    .selectAll()
    .where("wordbook_id", "=", bookId)
    .orderBy("at_ms", "desc")
    .orderBy("id", "desc")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countBookSteps(db: Database, bookId: string): Promise<number> {
  return countRows(db.selectFrom("wordbook_history").where("wordbook_id", "=", bookId));
}

/** Removes the oldest entries of a book, so that `keep` are left. */
export async function removeOldBookSteps(
  tx: Database,
  bookId: string,
  keep: number,
): Promise<void> {
  const tooOld = tx
    .selectFrom("wordbook_history")
    .select("id")
    .where("wordbook_id", "=", bookId)
    .orderBy("at_ms", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .offset(keep);
  await tx.deleteFrom("wordbook_history").where("id", "in", tooOld).execute();
}

export async function removeBookHistory(tx: Database, bookId: string): Promise<void> {
  await tx.deleteFrom("wordbook_history").where("wordbook_id", "=", bookId).execute();
}
