import type { Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isOfLibrary } from "../words/seen-words.ts";
import type { WordEmbeddingsTable } from "./semantic-search.tables.ts";

export type EmbeddingRow = Selectable<WordEmbeddingsTable>;

/** A word without a current vector. */
export interface UnembeddedRow {
  readonly seq: number;
  readonly id: string;
  readonly text: string;
  readonly meaning: string;
  readonly updated_at_ms: number;
}

export async function findLastWordSeq(db: Database): Promise<number> {
  const { seq } = await db
    .selectFrom("words")
    .select((expression) => expression.fn.max("seq").as("seq"))
    .executeTakeFirstOrThrow();
  return Number(seq ?? 0);
}

/**
 * Words between two row numbers (the first exclusive) without a vector of their current version.
 */
export async function listUnembedded(
  db: Database,
  model: string,
  range: { after: number; last: number },
  limit: number,
): Promise<UnembeddedRow[]> {
  return db
    .selectFrom("words")
    .leftJoin("word_embeddings as known", (join) =>
      join
        .onRef("known.word_id", "=", "words.id")
        .on("known.model", "=", model)
        .onRef("known.word_updated_at_ms", "=", "words.updated_at_ms"),
    )
    .select(["words.seq", "words.id", "words.text", "words.meaning", "words.updated_at_ms"])
    .where("words.seq", ">", range.after)
    .where("words.seq", "<=", range.last)
    .where("known.word_id", "is", null)
    .where(isOfLibrary())
    .orderBy("words.seq")
    .limit(limit)
    .execute();
}

/** Replaces the vectors of these words. */
export async function replaceEmbeddings(
  tx: Database,
  rows: readonly Omit<EmbeddingRow, "seq">[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.word_id);
  await tx
    .deleteFrom("word_embeddings")
    .where(idsIn(tx, "word_id", ids))
    .execute();
  await tx
    .insertInto("word_embeddings")
    .values([...rows])
    .execute();
}

/** Vectors stored after this one, oldest first. */
export async function listNewEmbeddings(
  db: Database,
  model: string,
  afterSeq: number,
  limit: number,
): Promise<Pick<EmbeddingRow, "seq" | "word_id" | "vector">[]> {
  return db
    .selectFrom("word_embeddings")
    .select(["seq", "word_id", "vector"])
    .where("model", "=", model)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

export async function listEmbeddings(
  db: Database,
  model: string,
  wordIds: readonly string[],
): Promise<Pick<EmbeddingRow, "word_id" | "vector">[]> {
  return db
    .selectFrom("word_embeddings")
    .select(["word_id", "vector"])
    .where("model", "=", model)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}
