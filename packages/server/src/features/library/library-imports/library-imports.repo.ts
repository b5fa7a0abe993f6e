import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** A word created by an import. */
export interface ImportedWord {
  readonly id: string;
  readonly textFolded: string;
}

/** Deletes the list of words that an import has created. */
export async function forgetImportedWords(tx: Database, bookId: string): Promise<void> {
  await tx.deleteFrom("wordbook_import_words").where("wordbook_id", "=", bookId).execute();
}

/** Some entries of a book. */
export async function listSomeEntries(
  db: Database,
  bookId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("wordbook_words")
    .select("word_id")
    .where("wordbook_id", "=", bookId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.word_id);
}

/**
 * Words created by the import of a book, in id order. A sync may change only these.
 *
 * @param afterId  the last one of the previous page, or "" for the first page
 */
export async function listImportedWords(
  db: Database,
  bookId: string,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<ImportedWord[]> {
  return db
    .selectFrom("wordbook_import_words")
    .select(["word_id as id", "text_folded as textFolded"])
    .where("wordbook_id", "=", bookId)
    .where("word_id", ">", afterId)
    .orderBy("word_id")
    .limit(limit)
    .execute();
}

const IMPORTED_WORDS = {
  table: "wordbook_import_words",
  columns: { wordbook_id: "text", word_id: "text", text_folded: "text" },
  key: ["wordbook_id", "word_id"],
  onConflict: "ignore",
} as const;

export async function insertImportedWords(
  tx: Database,
  bookId: string,
  words: readonly ImportedWord[],
): Promise<void> {
  const rows = words.map(({ id, textFolded }) => ({
    wordbook_id: bookId,
    word_id: id,
    text_folded: textFolded,
  }));
  await upsertMany(tx, IMPORTED_WORDS, rows);
}

export async function removeImportedWords(
  tx: Database,
  bookId: string,
  wordIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("wordbook_import_words")
    .where("wordbook_id", "=", bookId)
    .where(idsIn(tx, "word_id", wordIds))
    .execute();
}
