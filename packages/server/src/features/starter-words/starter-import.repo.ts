import { sql } from "kysely";
import { idsIn, upsertMany } from "../../platform/database/bulk.ts";
import type { Database, WordsTable } from "../../platform/database/tables.ts";
import type { StarterLanguage } from "./starter-words.ts";

/** Marks permanently what was created, even if the books are deleted. */
const KEY = "starter_wordbooks";

/** Tags that the first version gave its words; learners saw them. */
const FIRST_TAGS = ["core-1000", "core-3000", "no-example"];

/** What this installation has got. */
export interface StarterState {
  readonly version: number;
  readonly languages: readonly StarterLanguage[];
  /** The row as stored; undefined before the first import. */
  readonly stored: string | undefined;
}

/** The columns of a word that a version of the starter words sets. */
export type StarterColumns = Pick<
  WordsTable,
  "text" | "meaning" | "pronunciation" | "part_of_speech" | "examples_json"
>;

/** A word that came with the service, as it is now and the fingerprint of what was stored. */
export interface StarterRow extends StarterColumns {
  readonly id: string;
  readonly text_folded: string;
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
  "words.examples_json",
] as const;

export async function findStarterState(db: Database): Promise<StarterState> {
  const row = await db
    .selectFrom("system_settings")
    .select("value_json")
    .where("key", "=", KEY)
    .executeTakeFirst();
  if (row === undefined) return { version: 0, languages: [], stored: undefined };
  // The first version stored neither.
  const value = JSON.parse(row.value_json) as Partial<StarterState>;
  const { version = 1, languages = ["en"] } = value;
  return { version, languages, stored: row.value_json };
}

/**
 * Claims an import, which happens once for a version. A concurrent process waits for this
 * transaction and then gets false, unless the transaction fails.
 */
export async function claimStarterImport(
  tx: Database,
  before: StarterState,
  after: Omit<StarterState, "stored">,
  atMs: number,
): Promise<boolean> {
  const values = {
    value_json: JSON.stringify({ ...after, importedAtMs: atMs }),
    updated_at_ms: atMs,
  };
  if (before.stored === undefined) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("system_settings")
      .values({ key: KEY, ...values })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable("system_settings")
    .set(values)
    .where("key", "=", KEY)
    .where("value_json", "=", before.stored)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Words of this language that came with the service and have one of these texts. */
export async function listStarterWords(
  db: Database,
  language: StarterLanguage,
  foldedTexts: readonly string[],
): Promise<StarterRow[]> {
  return db
    .selectFrom("words")
    .innerJoin("starter_words", "starter_words.word_id", "words.id")
    .select([...COLUMNS, "words.text_folded", "starter_words.fingerprint"])
    .where("starter_words.language", "=", language)
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
  language: StarterLanguage,
  fingerprints: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...fingerprints].map(([id, fingerprint]) => {
    return { word_id: id, language, fingerprint };
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

/** Takes the tags of the first version from these words. */
export async function removeFirstTags(tx: Database, rows: readonly FirstRow[]): Promise<void> {
  const byTags = Map.groupBy(rows, ({ tags_json: tags }) => {
    const kept = (JSON.parse(tags) as string[]).filter((tag) => !FIRST_TAGS.includes(tag));
    return JSON.stringify(kept);
  });
  for (const [tags, those] of byTags) {
    const ids = those.map(({ id }) => id);
    await tx
      .updateTable("words")
      .set({ tags_json: tags })
      .where(idsIn(tx, "id", ids))
      .execute();
  }
}

/** When the oldest of the starter books that are left was created; undefined without any. */
export async function oldestStarterBookMs(db: Database): Promise<number | undefined> {
  const { oldest } = await db
    .selectFrom("wordbooks")
    .select(sql<number | string | null>`min(created_at_ms)`.as("oldest"))
    .where("type", "=", "system")
    .where("tags_json", "like", '%"starter"%')
    .executeTakeFirstOrThrow();
  return oldest === null ? undefined : Number(oldest);
}
