import { sql } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordsTable } from "../words/words.tables.ts";
import type { StarterEdition } from "./starter-words.ts";

/** Tags that the first version gave its words. They were visible to learners. */
const FIRST_TAGS = ["core-1000", "core-3000", "no-example"];

/** The columns of a word that a version of the starter words sets. */
export type StarterColumns = Pick<
  WordsTable,
  | "text"
  | "meaning"
  | "pronunciation"
  | "part_of_speech"
  | "reading"
  | "examples_json"
  | "example_meanings_json"
>;

/**
 * A word that came with the service: its current state and the fingerprint of the stored version.
 */
export interface StarterRow extends StarterColumns {
  readonly id: string;
  readonly text_folded: string;
  readonly difficulty: number;
  readonly fingerprint: string;
}

/** A word of the first version. */
export interface FirstRow extends StarterColumns {
  readonly id: string;
  readonly tags_json: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

const COLUMNS = [
  "words.id",
  "words.text",
  "words.meaning",
  "words.pronunciation",
  "words.part_of_speech",
  "words.reading",
  "words.examples_json",
  "words.example_meanings_json",
] as const;

/** Words of this edition that came with the service and have one of these texts. */
export async function listStarterWords(
  db: Database,
  edition: string,
  foldedTexts: readonly string[],
): Promise<StarterRow[]> {
  return db
    .selectFrom("words")
    .innerJoin("starter_words", "starter_words.word_id", "words.id")
    .select([...COLUMNS, "words.text_folded", "words.difficulty", "starter_words.fingerprint"])
    .where("starter_words.language", "=", edition)
    .where(idsIn(db, "words.text_folded", foldedTexts))
    .execute();
}

const STARTER_WORDS = {
  table: "starter_words",
  columns: { word_id: "text", language: "text", fingerprint: "text" },
  key: ["word_id"],
} as const;

export async function saveStarterWords(
  tx: Database,
  edition: string,
  fingerprints: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...fingerprints].map(([id, fingerprint]) => {
    return { word_id: id, language: edition, fingerprint };
  });
  await upsertMany(tx, STARTER_WORDS, rows);
}

/** Some of the words that still have the tags of the first version. */
export async function listFirstWords(db: Database, limit: number): Promise<FirstRow[]> {
  return db
    .selectFrom("words")
    .select([...COLUMNS, "tags_json", "created_at_ms", "updated_at_ms"])
    .where((any) => any.or(FIRST_TAGS.map((tag) => any("tags_json", "like", `%"${tag}"%`))))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** A word's tags without those of the first version, in stored form. */
export function withoutFirstTags({ tags_json: tags }: FirstRow): string {
  const kept = (JSON.parse(tags) as string[]).filter((tag) => !FIRST_TAGS.includes(tag));
  return JSON.stringify(kept);
}

/** When the oldest remaining starter book was created; undefined without any. */
export async function oldestStarterBookMs(db: Database): Promise<number | undefined> {
  const { oldest } = await db
    .selectFrom("wordbooks")
    .select(sql<number | string | null>`min(created_at_ms)`.as("oldest"))
    .where("type", "=", "system")
    .where("tags_json", "like", '%"starter"%')
    .executeTakeFirstOrThrow();
  return oldest === null ? undefined : Number(oldest);
}

/** An entry of a starter book. */
export interface StarterBookEntry {
  readonly bookId: string;
  readonly wordId: string;
  readonly text_folded: string;
}

/** The entries of the remaining starter books of an edition, in the order of each book. */
export async function listStarterEntries(
  db: Database,
  { language, meaningLanguage }: Pick<StarterEdition, "language" | "meaningLanguage">,
): Promise<StarterBookEntry[]> {
  const isChinese = sql<boolean>`wordbooks.tags_json like '%"zh"%'`;
  return (
    db
      .selectFrom("wordbook_words")
      .innerJoin("wordbooks", "wordbooks.id", "wordbook_words.wordbook_id")
      .innerJoin("words", "words.id", "wordbook_words.word_id")
      .select(["wordbooks.id as bookId", "words.id as wordId", "words.text_folded"])
      .where("wordbooks.type", "=", "system")
      .where("wordbooks.tags_json", "like", '%"starter"%')
      .where(meaningLanguage === "zh" ? isChinese : sql<boolean>`not ${isChinese}`)
      // The English books of earlier versions have no language of their own.
      .where(sql<string>`coalesce(wordbooks.language, 'en')`, "=", language)
      .orderBy("wordbooks.id")
      .orderBy("wordbook_words.position")
      .orderBy("words.id")
      .execute()
  );
}
