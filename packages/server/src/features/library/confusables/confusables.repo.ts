import { sql, type RawBuilder } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { startsWith } from "../../../platform/database/dialect/starts-with.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordConfusablesTable } from "./confusables.tables.ts";
import { isOfLibrary, type WordSource } from "../words/seen-words.ts";
import type { WordsTable } from "../words/words.tables.ts";
import { contains } from "../../../platform/database/text-match.ts";

const COLUMNS = [
  ...(["id", "text_folded", "language", "meaning_folded", "meaning_language"] as const),
  ...(["pronunciation", "reading", "owner_id"] as const),
] as const;

/** The compared columns of a word. */
export type CandidateRow = Pick<WordsTable, (typeof COLUMNS)[number]>;

export async function listCandidates(
  db: Database,
  ids: readonly string[],
): Promise<CandidateRow[]> {
  return db
    .selectFrom("words")
    .select(COLUMNS)
    .where(idsIn(db, "id", ids))
    .execute();
}

/** Words of a source whose folded text is one of these. */
export async function listByTexts(
  db: Database,
  { isIn }: WordSource,
  texts: readonly string[],
): Promise<CandidateRow[]> {
  return db
    .selectFrom("words")
    .select(COLUMNS)
    .where(isIn)
    .where(idsIn(db, "text_folded", texts))
    .execute();
}

const SPELLING_COLUMNS = ["text_folded", "language", "meaning_folded", "meaning_language"] as const;

/** What tells whether a word is another one. */
export type SpellingRow = Pick<WordsTable, (typeof SPELLING_COLUMNS)[number]>;

/** Words of the library whose folded text is one of these. Served by words_library_text. */
export async function listSpellings(
  db: Database,
  texts: readonly string[],
): Promise<SpellingRow[]> {
  if (texts.length === 0) return [];
  return db
    .selectFrom("words")
    .select(SPELLING_COLUMNS)
    .where(isOfLibrary())
    .where(idsIn(db, "text_folded", texts))
    .execute();
}

/** A learner's own words, the latest first. Served by words_own. */
export async function listOwnSpellings(
  db: Database,
  userId: string,
  limit: number,
): Promise<SpellingRow[]> {
  return db
    .selectFrom("words")
    .select(SPELLING_COLUMNS)
    .where("owner_id", "=", userId)
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}

/** Words of a source with this prefix and a length in this range. */
export async function listByPrefix(
  db: Database,
  { isIn }: WordSource,
  {
    prefix,
    lengths,
    limit,
  }: {
    readonly prefix: string;
    readonly lengths: { readonly min: number; readonly max: number };
    readonly limit: number;
  },
): Promise<CandidateRow[]> {
  return db
    .selectFrom("words")
    .select(COLUMNS)
    .where(isIn)
    .where(startsWith(db, "text_folded", prefix))
    .where(sql<boolean>`length(text_folded) between ${lengths.min} and ${lengths.max}`)
    .limit(limit)
    .execute();
}

/** Words of a source that contain a piece of text. */
export async function listByContent(
  db: Database,
  {
    source,
    matches,
    column,
    piece,
    limit,
  }: {
    readonly source: WordSource;
    /** A condition on words.seq that the search index answers. */
    readonly matches: RawBuilder<boolean>;
    readonly column: "text_folded" | "meaning_folded" | "reading_keys";
    readonly piece: string;
    readonly limit: number;
  },
): Promise<CandidateRow[]> {
  return db
    .selectFrom("words")
    .select(COLUMNS)
    .where(source.isIn)
    .where(matches)
    .where(contains(sql.ref(column), piece))
    .limit(limit)
    .execute();
}

export async function findConfusables(
  db: Database,
  wordId: string,
): Promise<WordConfusablesTable | undefined> {
  return db
    .selectFrom("word_confusables")
    .selectAll()
    .where("word_id", "=", wordId)
    .executeTakeFirst();
}

export interface PairsStart {
  readonly word_id: string;
  /** The beginning of the JSON. It may be cut off anywhere. */
  readonly pairs_start: string;
}

/** Cached pairs of these words, if computed recently enough and for the current spelling. */
export async function listPairs(
  db: Database,
  wordIds: readonly string[],
  limits: { readonly computedAfterMs: number; readonly characters: number },
): Promise<PairsStart[]> {
  const { rows } = await sql<PairsStart>`
    select word_confusables.word_id,
      substr(word_confusables.pairs_json, 1, ${sql.lit(limits.characters)}) as pairs_start
    from word_confusables
    join words on words.id = word_confusables.word_id
      and words.text_folded = word_confusables.text_folded
    where ${idsIn(db, "word_confusables.word_id", wordIds)}
      and word_confusables.computed_at_ms > ${limits.computedAfterMs}
  `.execute(db);
  return rows;
}

const TARGET = {
  table: "word_confusables",
  key: ["word_id"],
  columns: { word_id: "text", text_folded: "text", pairs_json: "text", computed_at_ms: "integer" },
} as const;

export async function upsertConfusables(
  db: Database,
  rows: readonly WordConfusablesTable[],
): Promise<void> {
  await upsertMany(db, TARGET, rows);
}
