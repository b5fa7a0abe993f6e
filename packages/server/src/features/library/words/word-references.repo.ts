import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** All tables that refer to words, except records: answers stay recorded. */
const TABLES = [
  "wordbook_words",
  "wordbook_import_words",
  "word_favorites",
  "word_notes",
  "word_states",
  "word_ratings",
  "word_morphemes",
  "word_model_answers",
  "word_confusables",
  "word_embeddings",
  "starter_words",
] as const;

/**
 * Removes all rows that refer to these words, one statement per table, in the caller's transaction.
 */
export async function removeWordReferences(tx: Database, ids: readonly string[]): Promise<void> {
  for (const table of TABLES) {
    await tx
      .deleteFrom(table)
      .where(idsIn(tx, "word_id", ids))
      .execute();
  }
}

/** Tables that applying an answer writes without locking the word. */
const ANSWER_TABLES = ["word_states", "word_ratings"] as const;

/** Removes rows that answers wrote about these words, unless the word exists. */
export async function removeAnswerRows(tx: Database, ids: readonly string[]): Promise<void> {
  for (const table of ANSWER_TABLES) {
    await sql`
      delete from ${sql.table(table)} where ${idsIn(tx, "word_id", ids)}
        and word_id not in (select id from words where ${idsIn(tx, "id", ids)})
    `.execute(tx);
  }
}

/** Tables in which a row counts as a use of its word. */
const USE_TABLES = ["wordbook_words", "word_favorites", "word_notes", "word_states"] as const;

/** Those of these words that are in no book and used by no learner. */
export async function listUnusedWordIds(tx: Database, ids: readonly string[]): Promise<string[]> {
  const used = new Set<string>();
  for (const table of USE_TABLES) {
    const rows = await tx
      .selectFrom(table)
      .select("word_id")
      .distinct()
      .where(idsIn(tx, "word_id", ids))
      .execute();
    for (const row of rows) used.add(row.word_id);
  }
  return ids.filter((id) => !used.has(id));
}
