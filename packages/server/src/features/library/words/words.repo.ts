import type { WordPublic } from "@wordloom/contract";
import { sql, type Insertable, type RawBuilder, type Selectable } from "kysely";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { idsIn, pairTable, upsertMany } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import { readerByKeys } from "../../../platform/database/reader-by-keys.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isOfLibrary, isSeenBy, isToldFor, wordSourcesOf, type WordReader } from "./seen-words.ts";
import { parseOwnFields, withOwnFields } from "./word-versions.ts";
import type { WordsTable } from "./words.tables.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

export type WordRow = Selectable<WordsTable>;

/** A word with the reader's own version of it (see word-versions.ts), null without one. */
export type SeenRow = WordRow & { readonly fields_json: string | null };

/** The columns of a word that matter to the engine. */
export interface WordFactsRow {
  readonly id: string;
  readonly text: string;
  readonly language: string;
  readonly difficulty: number;
  readonly ownerId: string | null;
  readonly basedOn: string | null;
}

/** Any word, whoever owns it. */
export async function listWordRows(db: Database, ids: readonly string[]): Promise<WordRow[]> {
  return db
    .selectFrom("words")
    .selectAll()
    .where(idsIn(db, "id", ids))
    .execute();
}

/** A word of the library. */
export async function findLibraryWord(db: Database, id: string): Promise<WordRow | undefined> {
  return db
    .selectFrom("words")
    .selectAll()
    .where("id", "=", id)
    .where(isOfLibrary())
    .executeTakeFirst();
}

/** Those of the words that the reader sees. */
export async function listSeenRows(
  db: Database,
  reader: WordReader,
  ids: readonly string[],
): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    select words.*, ${version(reader)} where ${idsIn(db, "words.id", ids)} and ${isSeenBy(reader)}
  `.execute(db);
  return rows;
}

/** The own version of a word, and the tables to read both from. */
export function version(reader: WordReader): RawBuilder<unknown> {
  if (reader === null) return sql`null as fields_json from words`;
  return sql`word_versions.fields_json from words ${joinVersion(reader)}`;
}

function joinVersion(reader: WordReader): RawBuilder<unknown> {
  return sql`left join word_versions
    on word_versions.user_id = ${reader} and word_versions.word_id = words.id`;
}

/** Own versions of words, by `userId` and `wordId` with a line break in between. */
export async function listVersions(
  db: Database,
  pairs: readonly (readonly [userId: string, wordId: string])[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; word_id: string; fields_json: string }>`
    select word_versions.user_id, word_versions.word_id, word_versions.fields_json
    from ${pairTable(db, pairs)} as asked cross join word_versions
    where word_versions.user_id = asked.a and word_versions.word_id = asked.b
  `.execute(db);
  return new Map(rows.map((row) => [`${row.user_id}\n${row.word_id}`, row.fields_json]));
}

/** The learner's words after a row number, in the order in which they were added. */
export async function listOwnRows(
  db: Database,
  userId: string,
  afterSeq: number,
  limit: number,
): Promise<WordRow[]> {
  return db
    .selectFrom("words")
    .selectAll()
    .where("owner_id", "=", userId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** Library words of which the learner has an own version, in order, after this one. */
export async function listVersionedIds(
  db: Database,
  userId: string,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("word_versions")
    .select("word_id")
    .where("user_id", "=", userId)
    .where("word_id", ">", afterId)
    .orderBy("word_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.word_id);
}

/** Ids of the learner's words, some at a time. */
export async function listOwnWordIds(
  db: Database,
  userId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("words")
    .select("id")
    .where("owner_id", "=", userId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Facts about words, whoever owns them. */
export const listWordFacts = readerByKeys((db, ids: readonly string[]) =>
  db
    .selectFrom("words")
    .select(["id", "text", "language", "difficulty", "owner_id as ownerId", "based_on as basedOn"])
    .where(idsIn(db, "id", ids))
    .compile(),
);

/** The owners of the words that exist, by word; null is the library. */
export async function listOwners(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("words")
    .select(["id", "owner_id"])
    .where(idsIn(db, "id", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.owner_id]));
}

/**
 * The given words, locked against deletion until the end of the transaction. Waits for a deletion
 * in progress and leaves out the deleted word.
 *
 * @param reader  leaves out the words that this reader does not see; absent: whoever owns them
 */
export async function holdExistingIds(
  tx: Database,
  ids: readonly string[],
  reader?: WordReader,
): Promise<string[]> {
  const query = tx
    .selectFrom("words")
    .select("id")
    .where(idsIn(tx, "id", ids))
    .where(reader === undefined ? sql<boolean>`(1 = 1)` : isSeenBy(reader))
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

/** Words that the reader sees and whose folded text is one of these, the library's first. */
export async function listRowsByText(
  db: Database,
  reader: WordReader,
  foldedTexts: readonly string[],
): Promise<SeenRow[]> {
  const found = wordSourcesOf(reader).map(
    ({ isIn }) => sql`
      select words.*, ${version(reader)}
      where ${isIn} and ${idsIn(db, "words.text_folded", foldedTexts)}`,
  );
  const { rows } = await sql<SeenRow>`
    select * from (${sql.join(found, sql` union all `)}) as found
    order by text_folded, case when owner_id is null then 0 else 1 end, id
  `.execute(db);
  return rows;
}

/** Number of words of the library. */
export async function countWords(db: Database): Promise<number> {
  return countRows(db.selectFrom("words").where(isOfLibrary()));
}

/** Number of words of the library that are left out for who reads meanings in this language. */
export async function countRetold(db: Database, language: string): Promise<number> {
  // Few texts occur twice, and the index alone tells which.
  const { rows } = await sql<{ words: number | string }>`
    select count(*) as words from (
      select text_folded from words where owner_id is null
      group by text_folded having count(*) > 1
    ) as repeated
    join words on words.text_folded = repeated.text_folded and words.owner_id is null
    where not ${isToldFor(language)}
  `.execute(db);
  return Number(rows[0]?.words ?? 0);
}

/** Number of words of the library that do not meet a condition on `words`. */
export async function countUnlisted(db: Database, isListed: RawBuilder<boolean>): Promise<number> {
  return countRows(
    db
      .selectFrom("words")
      .where(isOfLibrary())
      .where(sql<boolean>`not (${isListed})`),
  );
}

/** Number of words that belong to the learner. */
export async function countOwnWords(db: Database, userId: string): Promise<number> {
  return countRows(db.selectFrom("words").where("owner_id", "=", userId));
}

/**
 * The words that the reader sees, ordered by text ignoring case, then id.
 *
 * @param isListed  a condition on `words`
 */
export async function listWords(
  db: Database,
  reader: WordReader,
  window: RowWindow,
  isListed: RawBuilder<boolean>,
): Promise<SeenRow[]> {
  const upTo = window.offset + window.perPage;
  const found = wordSourcesOf(reader).map(
    ({ isIn }) => sql`
      select * from (
        select seq, text_folded, id from words where ${isIn} and ${isListed}
        order by text_folded, id limit ${upTo}
      ) as of_one_source`,
  );
  const { rows } = await sql<SeenRow>`
    with page as (
      select seq from (${sql.join(found, sql` union all `)}) as found
      order by text_folded, id limit ${window.perPage} offset ${window.offset}
    )
    select words.*, ${version(reader)} where words.seq in (select seq from page)
    order by words.text_folded, words.id
  `.execute(db);
  return rows;
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
    text_keys: "text",
    meaning_keys: "text",
    reading_keys: "text",
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

/** Forgets that own words were made beside these library words. */
export async function detachOwnWords(tx: Database, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable("words")
    .set({ based_on: null })
    .where("based_on", "is not", null)
    .where(idsIn(tx, "based_on", ids))
    .execute();
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

/** Replaces the address of a recording in the owner's words; null: in those of the library. */
export async function replaceRecording(
  tx: Database,
  ownerId: string | null,
  address: { readonly from: string; readonly to: string | null },
): Promise<void> {
  const begins = address.from.slice(0, 200); // What partial indexes hold.
  const isThere = begins.startsWith("https://")
    ? sql`substr(audio_url, 1, 8) = 'https://' and substr(audio_url, 1, 200) = ${begins}`
    : sql`substr(audio_url, 1, 11) = '/api/media/'`;
  const isTheirs = sql`coalesce(owner_id, '') = ${ownerId ?? ""} and audio_url = ${address.from}`;
  const change = sql`update words set audio_url = ${address.to}`;
  await sql`${change} where ${isThere} and ${isTheirs}`.execute(tx);
}

/** The word as its reader sees it. */
export function toSeenWord(row: SeenRow): WordPublic {
  return withOwnFields(toWord(row), parseOwnFields(row.fields_json));
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
