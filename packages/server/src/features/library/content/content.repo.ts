import type { Morpheme } from "@wordloom/contract";
import type { Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordModelAnswersTable } from "./content.tables.ts";

export type AnswerRow = Selectable<WordModelAnswersTable>;

/** The morphemes stored by administrators for these words. */
export async function listMorphemes(
  db: Database,
  wordIds: readonly string[],
): Promise<Map<string, Morpheme[]>> {
  const rows = await db
    .selectFrom("word_morphemes")
    .select(["word_id", "morphemes_json"])
    .where(idsIn(db, "word_id", wordIds))
    .execute();
  return new Map(rows.map((row) => [row.word_id, JSON.parse(row.morphemes_json) as Morpheme[]]));
}

export async function upsertMorphemes(
  tx: Database,
  wordId: string,
  morphemes: readonly Morpheme[],
  atMs: number,
): Promise<void> {
  const values = { morphemes_json: JSON.stringify(morphemes), updated_at_ms: atMs };
  await tx
    .insertInto("word_morphemes")
    .values({ word_id: wordId, ...values })
    .onConflict((conflict) => conflict.column("word_id").doUpdateSet(values))
    .execute();
}

export async function findAnswer(
  db: Database,
  wordId: string,
  topic: AnswerRow["topic"],
): Promise<AnswerRow | undefined> {
  return db
    .selectFrom("word_model_answers")
    .selectAll()
    .where("word_id", "=", wordId)
    .where("topic", "=", topic)
    .executeTakeFirst();
}

/** Answers about these words, on any topic. */
export async function listAnswers(db: Database, wordIds: readonly string[]): Promise<AnswerRow[]> {
  return db
    .selectFrom("word_model_answers")
    .selectAll()
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

export async function upsertAnswer(tx: Database, row: AnswerRow): Promise<void> {
  const { word_id: _word, topic: _topic, ...values } = row;
  await tx
    .insertInto("word_model_answers")
    .values(row)
    .onConflict((conflict) => conflict.columns(["word_id", "topic"]).doUpdateSet(values))
    .execute();
}
