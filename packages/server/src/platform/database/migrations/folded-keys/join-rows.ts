import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { joinStates, type Join } from "./join-states.ts";

/**
 * Tables with at most one row about a word per value of the first column, and their other columns.
 */
const ONE_EACH = {
  word_favorites: ["user_id", "created_at_ms"],
  slip_dismissals: ["user_id", "dismissed_at_ms"],
  suspended_words: ["user_id", "reason", "until_ms", "created_at_ms"],
  wordbook_words: ["wordbook_id", "position", "added_at_ms"],
  word_model_answers: ["topic", "text_folded", "answer_json", "model", "created_at_ms"],
  word_ratings: ["rating_json", "updated_at_ms"],
  word_morphemes: ["morphemes_json", "updated_at_ms"],
} as const;

/** Recomputed later, or useful only with the word as it was stored. */
const OUTDATED = ["word_confusables", "word_embeddings", "starter_words", "wordbook_import_words"];

/**
 * Moves the rows about the removed word to the remaining one, unless it already has one of the
 * kind, and removes the word. Answers, and rows without an index, are left to `joinAnswers`.
 */
export async function joinRows(tx: Database, join: Join): Promise<void> {
  const { from, into } = join;
  await keepInStudy(tx, join);
  await keepInStudy(tx, { from: into, into: from });
  await joinStates(tx, join);
  await sql`update word_notes set word_id = ${into} where word_id = ${from}`.execute(tx);
  for (const [name, columns] of Object.entries(ONE_EACH)) {
    const others = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(name)} (word_id, ${others})
      select ${into}, ${others} from ${sql.table(name)} where word_id = ${from}
      on conflict do nothing`.execute(tx);
  }
  for (const name of [...Object.keys(ONE_EACH), ...OUTDATED]) {
    await sql`delete from ${sql.table(name)} where word_id = ${from}`.execute(tx);
  }
  await sql`delete from word_confusables where word_id = ${into}`.execute(tx);
  await sql`update joined_words set word_id = ${into} where word_id = ${from}`.execute(tx);
  await sql`insert into joined_words (former_id, word_id) values (${from}, ${into})`.execute(tx);
  await sql`delete from words where id = ${from}`.execute(tx);
}

/** A learner who set one of two words aside but studies the other one continues to study it. */
async function keepInStudy(tx: Database, { from, into }: Join): Promise<void> {
  await sql`delete from suspended_words where word_id = ${into}
    and user_id in (select user_id from word_states where word_id = ${from})
    and user_id not in (select user_id from suspended_words where word_id = ${from})`.execute(tx);
}

/**
 * Makes stored answers and messages refer to the remaining words. Pending answers, here or at a
 * client, are redirected when they are applied.
 */
export async function joinAnswers(tx: Database): Promise<void> {
  for (const name of ["records", "notifications"]) {
    const table = sql.table(name);
    await sql`update ${table} set word_id = joined_words.word_id from joined_words
      where ${table}.word_id = joined_words.former_id`.execute(tx);
  }
}
