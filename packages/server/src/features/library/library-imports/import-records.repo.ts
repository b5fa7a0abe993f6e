import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordbookImportsTable } from "./library-imports.tables.ts";

/** The result of an import, and its source. */
export interface BookImport {
  readonly wordbookId: string;
  /** null for a system book. */
  readonly userId: string | null;
  readonly remoteId: string;
  /** URL of the book's file, even if the book was chosen from an index. */
  readonly sourceUrl: string;
  readonly version: string;
  readonly wordsImported: number;
  readonly wordsSkipped: number;
  readonly importedAtMs: number;
}

/** An import, and whether its book is complete. */
export interface FoundImport extends BookImport {
  readonly isComplete: boolean;
}

/** Complete imports of one owner whose books still exist. */
export async function listImports(db: Database, userId: string | null): Promise<BookImport[]> {
  const rows = await db
    .selectFrom("wordbook_imports")
    .innerJoin("wordbooks", "wordbooks.id", "wordbook_imports.wordbook_id")
    .selectAll("wordbook_imports")
    .where("wordbook_imports.user_id", userId === null ? "is" : "=", userId)
    .where("wordbooks.type", "in", ["system", "user"])
    .execute();
  return rows.map(toImport);
}

/** The owner's import of this source, complete or not, unless the book was deleted. */
export async function findImport(
  db: Database,
  userId: string | null,
  sourceUrl: string,
): Promise<FoundImport | undefined> {
  const row = await db
    .selectFrom("wordbook_imports")
    .innerJoin("wordbooks", "wordbooks.id", "wordbook_imports.wordbook_id")
    .selectAll("wordbook_imports")
    .select("wordbooks.type")
    .where("wordbook_imports.id", "=", importKey(userId, sourceUrl))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...toImport(row), isComplete: row.type === "system" || row.type === "user" };
}

/**
 * The version at which a book was imported or to which it was updated; undefined for other books.
 */
export async function findImportedVersion(
  db: Database,
  bookId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("wordbook_imports")
    .select("version")
    .where("wordbook_id", "=", bookId)
    .executeTakeFirst();
  return row?.version;
}

/**
 * Records an import unless this owner already has the book.
 *
 * The key is derived from owner and source, so only one of two concurrent imports succeeds. A
 * record whose book has been deleted meanwhile is replaced.
 *
 * @returns false if the owner already has the book
 */
export async function insertImport(tx: Database, bookImport: BookImport): Promise<boolean> {
  const id = importKey(bookImport.userId, bookImport.sourceUrl);
  await tx
    .deleteFrom("wordbook_imports")
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("wordbooks")
            .select("wordbooks.id")
            .whereRef("wordbooks.id", "=", "wordbook_imports.wordbook_id"),
        ),
      ),
    )
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("wordbook_imports")
    .values({ id, ...toColumns(bookImport) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Overwrites the record of an import, unless another import has overwritten it since it was read.
 *
 * @param readAtMs  its `importedAtMs` when it was read
 */
export async function updateImport(
  tx: Database,
  bookImport: BookImport,
  readAtMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("wordbook_imports")
    .set(toColumns(bookImport))
    .where("id", "=", importKey(bookImport.userId, bookImport.sourceUrl))
    .where("wordbook_id", "=", bookImport.wordbookId)
    .where("imported_at_ms", "=", readAtMs)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Hashed, because a URL may be longer than an index entry allows. Formatted like a random UUID,
 * because all ids on the wire look like that.
 */
function importKey(userId: string | null, sourceUrl: string): string {
  const hash = createHash("sha256")
    .update(`${userId ?? ""}\n${sourceUrl}`)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x40, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

function toColumns(bookImport: BookImport) {
  return {
    wordbook_id: bookImport.wordbookId,
    user_id: bookImport.userId,
    remote_id: bookImport.remoteId,
    source_url: bookImport.sourceUrl,
    version: bookImport.version,
    words_imported: bookImport.wordsImported,
    words_skipped: bookImport.wordsSkipped,
    imported_at_ms: bookImport.importedAtMs,
  };
}

function toImport(row: Selectable<WordbookImportsTable>): BookImport {
  return {
    wordbookId: row.wordbook_id,
    userId: row.user_id,
    remoteId: row.remote_id ?? "",
    sourceUrl: row.source_url,
    version: row.version,
    wordsImported: row.words_imported,
    wordsSkipped: row.words_skipped,
    importedAtMs: row.imported_at_ms,
  };
}

/** Removes the center's record of an import. */
export async function removeImportRecord(tx: Database, bookId: string): Promise<void> {
  await tx.deleteFrom("wordbook_imports").where("wordbook_id", "=", bookId).execute();
}

/**
 * Keeps the record of a book's import as history only: it no longer names a book, and its source
 * can be imported again.
 *
 * @param id  the new id of the record
 */
export async function detachImportRecord(tx: Database, bookId: string, id: string): Promise<void> {
  await tx
    .updateTable("wordbook_imports")
    .set({ id, wordbook_id: "" })
    .where("wordbook_id", "=", bookId)
    .execute();
}
