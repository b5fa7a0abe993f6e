import type { WordPublic } from "@wordloom/contract";
import { sql, type Insertable, type RawBuilder, type Selectable } from "kysely";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordsTable } from "./words.tables.ts";
import { beginsWith, contains } from "../../../platform/database/text-match.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

export type WordRow = Selectable<WordsTable>;

/** The columns of a word that matter to the engine. */
export interface WordFactsRow {
  readonly id: string;
  readonly text: string;
  readonly difficulty: number;
}

export async function findWord(db: Database, id: string): Promise<WordRow | undefined> {
  return db.selectFrom("words").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function listWordRows(db: Database, ids: readonly string[]): Promise<WordRow[]> {
  return db
    .selectFrom("words")
    .selectAll()
    .where(idsIn(db, "id", ids))
    .execute();
}

/** The facts about a word for a list of options. */
export interface WordGloss {
  readonly id: string;
  readonly text: string;
  readonly meaning: string;
  readonly partOfSpeech: string | null;
  readonly difficulty: number;
}

export async function listWordGlosses(db: Database, ids: readonly string[]): Promise<WordGloss[]> {
  return db
    .selectFrom("words")
    .select(["id", "text", "meaning", "part_of_speech as partOfSpeech", "difficulty"])
    .where(idsIn(db, "id", ids))
    .execute();
}

export async function listWordFacts(db: Database, ids: readonly string[]): Promise<WordFactsRow[]> {
  return db
    .selectFrom("words")
    .select(["id", "text", "difficulty"])
    .where(idsIn(db, "id", ids))
    .execute();
}

export async function listExistingIds(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("words")
    .select("id")
    .where(idsIn(db, "id", ids))
    .execute();
  return rows.map((row) => row.id);
}

/**
 * The given words that exist, locked against deletion until the end of the transaction. Waits for a
 * deletion in progress and leaves out the deleted word.
 */
export async function holdExistingIds(tx: Database, ids: readonly string[]): Promise<string[]> {
  const query = tx
    .selectFrom("words")
    .select("id")
    .where(idsIn(tx, "id", ids))
    .orderBy("id");
  const rows = dialectOf(tx) === "postgres" ? query.forKeyShare() : query;
  return (await rows.execute()).map((row) => row.id);
}

/** Locks these words against `holdExistingIds` until the end of the transaction. */
export async function lockWords(tx: Database, ids: readonly string[]): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  const query = tx
    .selectFrom("words")
    .select("id")
    .where(idsIn(tx, "id", ids))
    .orderBy("id");
  await query.forUpdate().execute();
}

/** Words whose folded text is one of these. */
export async function listWordsByText(
  db: Database,
  foldedTexts: readonly string[],
): Promise<{ id: string; text_folded: string; meaning: string; language: string }[]> {
  return db
    .selectFrom("words")
    .select(["id", "text_folded", "meaning", "language"])
    .where(idsIn(db, "text_folded", foldedTexts))
    .orderBy("text_folded")
    .orderBy("id")
    .execute();
}

export async function countWords(db: Database): Promise<number> {
  return countRows(db.selectFrom("words"));
}

/** Ordered by text ignoring case, then id. Served by the index words_text. */
export async function listWords(db: Database, window: RowWindow): Promise<WordRow[]> {
  return db
    .selectFrom("words")
    .selectAll()
    .orderBy("text_folded")
    .orderBy("id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

const WORDS = {
  table: "words",
  key: ["id"],
  columns: {
    id: "text",
    text: "text",
    text_folded: "text",
    meaning: "text",
    meaning_folded: "text",
    pronunciation: "text",
    part_of_speech: "text",
    difficulty: "real",
    examples_json: "text",
    tags_json: "text",
    language: "text",
    meaning_language: "text",
    reading: "text",
    example_meanings_json: "text",
    audio_url: "text",
    owner_id: "text",
    based_on: "text",
    created_at_ms: "integer",
    updated_at_ms: "integer",
  },
} as const;

/** Adds words and returns them in the given order; undefined if an id is in use. */
export async function insertWords(
  tx: Database,
  rows: readonly Insertable<WordsTable>[],
): Promise<WordRow[] | undefined> {
  const target = { ...WORDS, onConflict: "ignore" } as const;
  if ((await upsertMany(tx, target, rows)) < rows.length) return undefined;
  const ids = rows.map((row) => row.id);
  const stored = new Map((await listWordRows(tx, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => stored.get(id) ?? []);
}

/** Overwrites existing words. */
export async function updateWordRows(tx: Database, rows: readonly WordRow[]): Promise<void> {
  await upsertMany(tx, { ...WORDS, keep: ["created_at_ms"] }, rows);
}

/** Removes words. @returns the removed ones, with their row numbers in the search index */
export async function removeWords(
  tx: Database,
  ids: readonly string[],
): Promise<{ id: string; seq: number }[]> {
  return tx
    .deleteFrom("words")
    .where(idsIn(tx, "id", ids))
    .returning(["id", "seq"])
    .execute();
}

/**
 * Locks comparing with the library and changing it, so that concurrent imports of a book do not
 * duplicate its words.
 */
export async function lockLibrary(tx: Database): Promise<void> {
  await takeNamedLock(tx, "words");
}

/**
 * Words whose text or meaning contains the query. Texts that begin with it come first.
 *
 * The matches are collected once, by number. Page and total both use them, and whole rows are read
 * for the page only.
 *
 * @param candidates  a condition on words.seq answered by the index; it may include too much,
 *   because the substring test decides
 */
export async function searchWords(
  db: Database,
  query: { folded: string; candidates: RawBuilder<boolean> },
  window: RowWindow,
): Promise<{ rows: WordRow[]; total: number }> {
  const { folded } = query;
  const begins = beginsWith(sql.ref("words.text_folded"), folded);
  const has = (column: string) => contains(sql.ref(column), folded);
  const hits = sql`hits as materialized (
    select seq, id, text_folded, case when ${begins} then 0 else 1 end as place
    from words
    where ${query.candidates}
      and (${has("words.text_folded")} or ${has("words.meaning_folded")})
  )`;
  const { rows } = await sql<WordRow & { total: number }>`
    with ${hits}, page as (
      select seq, place from hits order by place, text_folded, id
      limit ${window.perPage} offset ${window.offset}
    )
    select words.*, (select count(*) from hits) as total
    from page join words on words.seq = page.seq
    order by page.place, words.text_folded, words.id
  `.execute(db);
  const [first] = rows;
  if (first !== undefined) return { rows, total: Number(first.total) };
  if (window.offset === 0) return { rows, total: 0 };
  const counted = await sql<{ count: number }>`
    with ${hits} select count(*) as count from hits
  `.execute(db);
  return { rows, total: Number(counted.rows[0]?.count ?? 0) };
}

/** Sets the stored tags of these words. Nothing else of a word depends on them. */
export async function setWordTags(
  tx: Database,
  ids: readonly string[],
  tagsJson: string,
): Promise<void> {
  await tx
    .updateTable("words")
    .set({ tags_json: tagsJson })
    .where(idsIn(tx, "id", ids))
    .execute();
}

export function toWord(row: WordRow): WordPublic {
  return {
    id: row.id,
    text: row.text,
    meaning: row.meaning,
    pronunciation: row.pronunciation,
    partOfSpeech: row.part_of_speech,
    difficulty: row.difficulty,
    examples: JSON.parse(row.examples_json) as string[],
    tags: JSON.parse(row.tags_json) as string[],
    createdAt: toTimestamp(row.created_at_ms),
    language: row.language,
    meaningLanguage: row.meaning_language,
    reading: row.reading,
    exampleMeanings: JSON.parse(row.example_meanings_json) as string[],
    audioUrl: row.audio_url,
    ownerId: row.owner_id,
    ownFields: [],
    basedOn: row.based_on,
  };
}
