import type { Wordbook } from "@wordloom/contract";
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isSeenInBook } from "../words/seen-words.ts";
import { isRankedBook } from "./ranked-book.ts";
import type { WordbooksTable } from "./wordbooks.tables.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

type WordbookRow = Selectable<WordbooksTable>;

/** A book without what its words say; its languages are those that an administrator has set. */
export type UncountedWordbook = Omit<Wordbook, "wordCount">;

export async function insertWordbook(
  db: Database,
  row: Insertable<WordbooksTable>,
): Promise<UncountedWordbook> {
  const inserted = await db
    .insertInto("wordbooks")
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toUncountedWordbook(inserted);
}

export async function listWordbookRows(
  db: Database,
  ids: readonly string[],
): Promise<UncountedWordbook[]> {
  const rows = await db
    .selectFrom("wordbooks")
    .selectAll()
    .where(idsIn(db, "id", ids))
    .where("type", "in", ["system", "user"])
    .execute();
  return rows.map(toUncountedWordbook);
}

/**
 * All books of one owner; without an owner, the system books.
 *
 * @param firstTag  books with this tag come before the others; within each part, newest first
 * @param isListed  decides by tags and language
 */
export async function listWordbooksOf(
  db: Database,
  userId: string | null,
  firstTag?: string,
  isListed: (tags: readonly string[], language: string | null) => boolean = () => true,
): Promise<UncountedWordbook[]> {
  const tag = `%${JSON.stringify(firstTag)}%`;
  const rows = await db
    .selectFrom("wordbooks")
    .selectAll()
    .where("type", "=", userId === null ? "system" : "user")
    .where("user_id", userId === null ? "is" : "=", userId)
    .$if(firstTag !== undefined, (query) =>
      query.orderBy(sql`case when tags_json like ${tag} then 0 else 1 end`),
    )
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .execute();
  return rows
    .filter((row) => isListed(JSON.parse(row.tags_json) as string[], row.language))
    .map(toUncountedWordbook);
}

/** Number of a learner's books, those being imported included. */
export async function countBooksOf(db: Database, userId: string): Promise<number> {
  return countRows(
    db
      .selectFrom("wordbooks")
      .where("user_id", "=", userId)
      .where("name", "<>", "")
      .where("type", "in", ["user", "importing"]),
  );
}

/** The words of a book taken together. */
export interface BookContent {
  readonly words: number;
  /** The one language of all texts, and of all meanings; null if it is mixed. */
  readonly language: string | null;
  readonly meaningLanguage: string | null;
}

/** The existing words of each of these books taken together. A book without any is missing. */
export async function listBookContents(
  db: Database,
  bookIds: readonly string[],
): Promise<Map<string, BookContent>> {
  const only = (column: string) => {
    const value = sql.ref(column);
    return sql`case when min(${value}) = max(${value}) then min(${value}) end`;
  };
  const { rows } = await sql<BookContent & { id: string }>`
    select wordbook_words.wordbook_id as id, count(*) as words,
      ${only("words.language")} as language,
      ${only("words.meaning_language")} as "meaningLanguage"
    from wordbook_words
      join wordbooks on wordbooks.id = wordbook_words.wordbook_id
      join words on words.id = wordbook_words.word_id
    where ${idsIn(db, "wordbook_words.wordbook_id", bookIds)} and ${isSeenInBook()}
    group by wordbook_words.wordbook_id
  `.execute(db);
  return new Map(rows.map(({ id, words, ...row }) => [id, { ...row, words: Number(words) }]));
}

/** Existing words of a book in its own order. */
export async function listBookWordIds(
  db: Database,
  bookId: string,
  window: RowWindow,
): Promise<string[]> {
  const rows = await db
    .selectFrom("wordbook_words")
    .innerJoin("wordbooks", "wordbooks.id", "wordbook_words.wordbook_id")
    .innerJoin("words", "words.id", "wordbook_words.word_id")
    .select("words.id")
    .where("wordbook_words.wordbook_id", "=", bookId)
    .where(isSeenInBook())
    .orderBy("wordbook_words.position")
    .orderBy("wordbook_words.word_id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
  return rows.map((row) => row.id);
}

/** Prevents the removal of books until the end of the transaction. */
export async function holdBooks(tx: Database, bookIds: readonly string[]): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  const query = tx
    .selectFrom("wordbooks")
    .select("id")
    .where(idsIn(tx, "id", bookIds))
    .orderBy("id");
  await query.forKeyShare().execute();
}

/** Waits for transactions that hold the book, and prevents others from holding it. */
export async function lockBook(tx: Database, bookId: string): Promise<void> {
  await forUpdate(tx, tx.selectFrom("wordbooks").select("id").where("id", "=", bookId)).execute();
}

/** Undefined if there is no such book. */
export async function updateWordbook(
  tx: Database,
  bookId: string,
  columns: Pick<
    Updateable<WordbooksTable>,
    "name" | "description" | "tags_json" | "updated_at_ms" | "language" | "meaning_language"
  >,
): Promise<UncountedWordbook | undefined> {
  const row = await tx
    .updateTable("wordbooks")
    .set(columns)
    .where("id", "=", bookId)
    .where("type", "in", ["system", "user"])
    .returningAll()
    .executeTakeFirst();
  return row && toUncountedWordbook(row);
}

/** Replaces the descriptions of system books that have one of the former ones. */
export async function replaceDescriptions(
  tx: Database,
  former: readonly string[],
  description: string,
  atMs: number,
): Promise<void> {
  await tx
    .updateTable("wordbooks")
    .set({ description, updated_at_ms: atMs })
    .where("type", "=", "system")
    .where(idsIn(tx, "description", former))
    .execute();
}

/** The tags of a book; undefined if the book does not exist. */
export async function findBookTags(db: Database, bookId: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom("wordbooks")
    .select("tags_json")
    .where("id", "=", bookId)
    .executeTakeFirst();
  return row && (JSON.parse(row.tags_json) as string[]);
}

/** The given words that are in the book. */
export async function listWordsInBook(
  db: Database,
  bookId: string,
  wordIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("wordbook_words")
    .select("word_id")
    .where("wordbook_id", "=", bookId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
  return rows.map((row) => row.word_id);
}

/** All entries of a book in its own order. */
export async function listBookIds(db: Database, bookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("wordbook_words")
    .select("word_id")
    .where("wordbook_id", "=", bookId)
    .orderBy("position")
    .orderBy("word_id")
    .execute();
  return rows.map((row) => row.word_id);
}

/** A word's place in a book. Entries with equal positions are ordered by id. */
export interface BookPlace {
  readonly position: number;
  readonly wordId: string;
}

/** The next entries of a book in its own order. Served by wordbook_words_order. */
export async function listPlacesAfter(
  db: Database,
  bookId: string,
  after: BookPlace,
  limit: number,
): Promise<BookPlace[]> {
  const rows = await db
    .selectFrom("wordbook_words")
    .select(["position", "word_id"])
    .where("wordbook_id", "=", bookId)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("position", "word_id"), ">", tuple(after.position, after.wordId)),
    )
    .orderBy("position")
    .orderBy("word_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ position: Number(row.position), wordId: row.word_id }));
}

/** The position after the last word of a book. */
export async function nextPosition(db: Database, bookId: string): Promise<number> {
  const { last } = await db
    .selectFrom("wordbook_words")
    .select((expression) => expression.fn.max("position").as("last"))
    .where("wordbook_id", "=", bookId)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}

const ENTRIES = {
  table: "wordbook_words",
  columns: {
    wordbook_id: "text",
    word_id: "text",
    position: "integer",
    added_at_ms: "integer",
  },
  key: ["wordbook_id", "word_id"],
  onConflict: "ignore",
} as const;

/** Adds entries. Existing ones stay unchanged. @returns number of new entries */
export async function insertBookEntries(
  tx: Database,
  entries: readonly { bookId: string; wordId: string; position: number; atMs: number }[],
): Promise<number> {
  const rows = entries.map(({ bookId, wordId, position, atMs }) => ({
    wordbook_id: bookId,
    word_id: wordId,
    position,
    added_at_ms: atMs,
  }));
  return upsertMany(tx, ENTRIES, rows);
}

/**
 * Makes these words, in this order, the whole content of a book. Entries that stay keep the time at
 * which they were added.
 */
export async function arrangeBook(
  tx: Database,
  bookId: string,
  wordIds: readonly string[],
  atMs: number,
): Promise<void> {
  await tx
    .deleteFrom("wordbook_words")
    .where("wordbook_id", "=", bookId)
    .where(({ not }) => not(idsIn(tx, "word_id", wordIds)))
    .execute();
  const rows = wordIds.map((wordId, position) => {
    return { wordbook_id: bookId, word_id: wordId, position, added_at_ms: atMs };
  });
  await upsertMany(tx, { ...ENTRIES, onConflict: "update", keep: ["added_at_ms"] }, rows);
}

/** @returns number of entries removed */
export async function removeBookEntries(
  db: Database,
  bookId: string,
  wordIds: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("wordbook_words")
    .where("wordbook_id", "=", bookId)
    .where(idsIn(db, "word_id", wordIds))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function toUncountedWordbook(row: WordbookRow): UncountedWordbook {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.user_id === null ? "system" : "user",
    userId: row.user_id,
    createdAt: toTimestamp(row.created_at_ms),
    language: row.language,
    meaningLanguage: row.meaning_language,
    isRanked: isRankedBook(row),
  };
}
