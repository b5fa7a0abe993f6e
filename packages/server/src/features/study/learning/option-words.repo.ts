import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { wordSourcesOf, type WordSource } from "../../library/words/seen-words.ts";
import type { Database } from "../../../platform/database/tables.ts";

/**
 * The position of a word in a book (null if it is not in the book) and the book's last position.
 */
export interface BookPlace {
  readonly wordbook_id: string;
  readonly last: number;
  readonly position: number | null;
}

export async function listBookPlaces(
  db: Database,
  wordbookIds: readonly string[],
  wordId: string,
): Promise<BookPlace[]> {
  const { rows } = await sql<BookPlace>`
    select wordbooks.id as wordbook_id,
      (select max(position) from wordbook_words where wordbook_id = wordbooks.id) as last,
      (select position from wordbook_words
       where wordbook_id = wordbooks.id and word_id = ${wordId}) as position
    from wordbooks where ${idsIn(db, "wordbooks.id", wordbookIds)} order by wordbooks.id
  `.execute(db);
  return rows.flatMap((row) => {
    if (row.last === null) return [];
    const position = row.position === null ? null : Number(row.position);
    return { ...row, last: Number(row.last), position };
  });
}

/** Consecutive words of a book. Served by wordbook_words_order. */
export async function listBookRange(
  db: Database,
  range: { wordbookId: string; from: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("wordbook_words")
    .select("word_id")
    .where("wordbook_id", "=", range.wordbookId)
    .where("position", ">=", range.from)
    .orderBy("position")
    .orderBy("word_id")
    .limit(range.limit)
    .execute();
  return rows.map((row) => row.word_id);
}

/**
 * Words that were added just before and after this one, to the library or to the learner's own, and
 * its neighbors in the alphabet: at most `perSide` of each on either side, all read from indexes.
 */
export async function listLibraryNeighbors(
  db: Database,
  userId: string,
  wordId: string,
  perSide: number,
): Promise<string[]> {
  const own = (column: string) => sql`(select ${sql.ref(column)} from words where id = ${wordId})`;
  const side = ({ isIn }: WordSource, column: string, sign: "<" | ">") => sql`
    select id from (
      select id from words where ${isIn} and ${sql.ref(column)} ${sql.raw(sign)} ${own(column)}
      order by ${sql.ref(column)} ${sql.raw(sign === "<" ? "desc" : "asc")} limit ${perSide}
    ) as side_of_word`;
  const sides = wordSourcesOf(userId).flatMap((source) =>
    ["seq", "text_folded"].flatMap((column) => [
      side(source, column, "<"),
      side(source, column, ">"),
    ]),
  );
  const { rows } = await sql<{ id: string }>`${sql.join(sides, sql` union `)}`.execute(db);
  return rows.map((row) => row.id).toSorted();
}
