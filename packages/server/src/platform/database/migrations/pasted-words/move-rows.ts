import { sql, type RawBuilder } from "kysely";
import { idsIn } from "../../bulk.ts";
import { dialectOf } from "../../dialect/dialect-of.ts";
import { ftsReplace } from "../../dialect/full-text.ts";
import { searchTokens, tokensOfOwner } from "../../dialect/search-tokens.ts";
import type { Database } from "../../tables.ts";

/** A learner's word, and the word of the library that it is made of; the same id for the first. */
export interface Move {
  readonly userId: string;
  readonly from: string;
  readonly into: string;
}

/** Tables with rows of one learner about one word. */
const OF_LEARNERS = [
  ...["word_states", "word_favorites", "word_notes", "suspended_words", "slip_dismissals"],
  ...["records", "notifications"],
] as const;

const COPIED = [
  ...["text", "text_folded", "meaning", "meaning_folded", "pronunciation", "part_of_speech"],
  ...["difficulty", "examples_json", "tags_json", "created_at_ms", "updated_at_ms", "language"],
  ...["meaning_language", "reading", "example_meanings_json", "audio_url"],
] as const;

/** Words searched in the index at once. */
const INDEXED_AT_ONCE = 50;

/** A table with the columns user_id, former_id and new_id. */
function tableOf(tx: Database, moves: readonly Move[]): RawBuilder<unknown> {
  const json = JSON.stringify(moves.map(({ userId, from, into }) => [userId, from, into]));
  const list =
    dialectOf(tx) === "sqlite"
      ? sql`json_each(${json})`
      : sql`json_array_elements(${json}::json) as list (value)`;
  return sql`(select value ->> 0 as user_id, value ->> 1 as former_id, value ->> 2 as new_id
    from ${list}) as moves`;
}

/** Stores a copy of the word, and of its rating, for each of these learners. */
export async function copyWords(tx: Database, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const columns = sql.join(COPIED.map((name) => sql.ref(name)));
  const values = sql.join(COPIED.map((name) => sql.ref(`words.${name}`)));
  await sql`insert into words (id, owner_id, ${columns})
    select moves.new_id, moves.user_id, ${values}
    from ${tableOf(tx, moves)} join words on words.id = moves.former_id`.execute(tx);
  await sql`insert into word_ratings (word_id, rating_json, updated_at_ms)
    select moves.new_id, word_ratings.rating_json, word_ratings.updated_at_ms
    from ${tableOf(tx, moves)} join word_ratings on word_ratings.word_id = moves.former_id
  `.execute(tx);
  await sql`insert into moved_words (user_id, former_id, word_id)
    select user_id, former_id, new_id from ${tableOf(tx, moves)}`.execute(tx);
}

/** Makes what these learners have about the former words refer to their own. */
export async function moveRows(tx: Database, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  await renameMemories(tx, moves);
  for (const name of OF_LEARNERS) {
    const table = sql.table(name);
    await sql`update ${table} set word_id = moves.new_id from ${tableOf(tx, moves)}
      where ${table}.user_id = moves.user_id and ${table}.word_id = moves.former_id`.execute(tx);
  }
  await sql`update wordbook_words set word_id = moves.new_id
    from ${tableOf(tx, moves)} join wordbooks on wordbooks.user_id = moves.user_id
    where wordbook_words.wordbook_id = wordbooks.id and wordbook_words.word_id = moves.former_id
  `.execute(tx);
  await moveWaitingAnswers(tx, moves);
}

/** The engine's memory of a word names the word. */
async function renameMemories(tx: Database, moves: readonly Move[]): Promise<void> {
  const { rows } = await sql<{ user_id: string; word_id: string; new_id: string; json: string }>`
    select word_states.user_id, word_states.word_id, moves.new_id, word_states.memory_json as json
    from ${tableOf(tx, moves)} join word_states
      on word_states.user_id = moves.user_id and word_states.word_id = moves.former_id
    where word_states.memory_json is not null
  `.execute(tx);
  for (const { user_id: userId, word_id: wordId, new_id: newId, json } of rows) {
    const memory = JSON.stringify({ ...(JSON.parse(json) as object), wordId: newId });
    await sql`update word_states set memory_json = ${memory}
      where user_id = ${userId} and word_id = ${wordId}`.execute(tx);
  }
}

/** Answers that were accepted and not yet applied. */
async function moveWaitingAnswers(tx: Database, moves: readonly Move[]): Promise<void> {
  const newIds = new Map(moves.map(({ userId, from, into }) => [`${userId}\n${from}`, into]));
  const userIds = [...new Set(moves.map(({ userId }) => userId))];
  const { rows } = await sql<{ seq: number; user_id: string; draft_json: string }>`
    select seq, user_id, draft_json from answer_outbox where ${idsIn(tx, "user_id", userIds)}
  `.execute(tx);
  for (const { seq, user_id: userId, draft_json: json } of rows) {
    const draft = JSON.parse(json) as { readonly wordId?: string };
    const wordId = newIds.get(`${userId}\n${draft.wordId}`);
    if (wordId === undefined) continue;
    await sql`update answer_outbox set draft_json = ${JSON.stringify({ ...draft, wordId })}
      where seq = ${seq}`.execute(tx);
  }
}

/** Makes the words their learners' own. What was derived from them for everyone goes. */
export async function ownWords(tx: Database, moves: readonly Move[]): Promise<void> {
  await sql`update words set owner_id = moves.user_id from ${tableOf(tx, moves)}
    where words.id = moves.new_id`.execute(tx);
  const ids = moves.map(({ from }) => from);
  for (const name of ["word_embeddings", "word_confusables"]) {
    await sql`delete from ${sql.table(name)} where ${idsIn(tx, "word_id", ids)}`.execute(tx);
  }
}

/** Moves the words in the search index to where only their owners look. */
export async function indexForOwners(tx: Database, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    seq: number | string;
    text_folded: string;
    meaning_folded: string;
    owner_id: string | null;
  }>`select seq, text_folded, meaning_folded, owner_id from words
    where ${idsIn(tx, "id", ids)}`.execute(tx);
  const entries = rows.map(
    ({ seq, text_folded: text, meaning_folded: meaning, owner_id: owner }) => {
      return {
        seq: Number(seq),
        tokens: tokensOfOwner(searchTokens(`${text}\n${meaning}`), owner),
      };
    },
  );
  for (let start = 0; start < entries.length; start += INDEXED_AT_ONCE) {
    await ftsReplace(tx, entries.slice(start, start + INDEXED_AT_ONCE));
  }
}
