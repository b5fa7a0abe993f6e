import type { WordStateName } from "@wordloom/contract";
import { sql, type RawBuilder, type Selectable } from "kysely";
import type { RowWindow } from "../../../platform/basics/page.ts";
import { idsIn, pairTable, upsertMany } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { readerByKeys } from "../../../platform/database/reader-by-keys.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isDue, type DueAt } from "./due.ts";
import type { WordStatesTable } from "./word-states.tables.ts";

export type WordStateRow = Selectable<WordStatesTable>;

/** Key of a word state, for bulk look-ups. */
export interface LearnerWord {
  readonly userId: string;
  readonly wordId: string;
}

export async function findWordState(
  db: Database,
  userId: string,
  wordId: string,
): Promise<WordStateRow | undefined> {
  return db
    .selectFrom("word_states")
    .selectAll()
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .executeTakeFirst();
}

export async function listWordStates(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<WordStateRow[]> {
  return db
    .selectFrom("word_states")
    .selectAll()
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

/** Words that the learner has answered, after this one, in the order of their ids. */
export async function listAnsweredWords(
  db: Database,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("word_states")
    .select("word_id")
    .where("user_id", "=", userId)
    .where("word_id", ">", after)
    .where("last_answer_at_ms", "is not", null)
    .orderBy("word_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.word_id);
}

const listByPairs = readerByKeys((db, pairs: readonly (readonly [string, string])[]) =>
  sql<WordStateRow>`
    select word_states.* from ${pairTable(db, pairs)} as asked
    join word_states on word_states.user_id = asked.a and word_states.word_id = asked.b
  `.compile(db),
);

/** States of words of several learners, for a batch of answers. */
export async function listWordStatesOf(
  db: Database,
  pairs: readonly LearnerWord[],
): Promise<WordStateRow[]> {
  return listByPairs(
    db,
    pairs.map((pair) => [pair.userId, pair.wordId]),
  );
}

/** The columns shown to learners; without the memory, which is most of a row. */
export type ShownWordState = Pick<
  WordStateRow,
  | "word_id"
  | "state"
  | "mastery_level"
  | "next_review_at_ms"
  | "half_life_hours"
  | "correct_streak"
  | "total_attempts"
  | "updated_at_ms"
>;

export interface DueWordState extends ShownWordState {
  /** 1 or 0. */
  readonly bookmarked: number;
}

/**
 * Due words, most overdue first, without suspended ones. Served by word_states_due. The first
 * exists spares a look-up per word for learners without any favorites.
 */
export async function listDueWordStates(
  db: Database,
  userId: string,
  at: DueAt,
  limit: number,
): Promise<DueWordState[]> {
  const { rows } = await sql<DueWordState>`
    select word_id, state, mastery_level, next_review_at_ms, half_life_hours, correct_streak,
      total_attempts, updated_at_ms,
      case when exists (select 1 from word_favorites where user_id = ${userId})
        and exists (
          select 1 from word_favorites
          where word_favorites.user_id = word_states.user_id
            and word_favorites.word_id = word_states.word_id
        ) then 1 else 0 end as bookmarked
    from word_states
    where user_id = ${userId} and ${isDue(at)} and ${isHandedOut(at.nowMs)}
    order by next_review_at_ms, word_id
    limit ${limit}
  `.execute(db);
  return rows;
}

export async function countDueWordStates(db: Database, userId: string, at: DueAt): Promise<number> {
  return countRows(
    db
      .selectFrom("word_states")
      .where("user_id", "=", userId)
      .where(isDue(at))
      .where(isHandedOut(at.nowMs)),
  );
}

/** Whether the learner has not put the word aside, or has, but for a day that is over. */
function isHandedOut(nowMs: number): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from suspended_words
    where suspended_words.user_id = word_states.user_id
      and suspended_words.word_id = word_states.word_id
      and (suspended_words.until_ms is null or suspended_words.until_ms > ${nowMs})
  )`;
}

export async function countWordStates(
  db: Database,
  userId: string,
): Promise<{ state: WordStateName; count: number }[]> {
  const rows = await db
    .selectFrom("word_states")
    .select((expression) => ["state", expression.fn.countAll<number>().as("count")])
    .where("user_id", "=", userId)
    .groupBy("state")
    .execute();
  return rows.map((row) => ({ state: row.state, count: Number(row.count) }));
}

/** The same for words with records of one category. */
export async function countWordStatesByCategory(
  db: Database,
  userId: string,
  category: "learning" | "review",
): Promise<{ state: WordStateName; count: number }[]> {
  const rows = await db
    .selectFrom("word_states")
    .select((expression) => ["state", expression.fn.countAll<number>().as("count")])
    .where("user_id", "=", userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("records")
          .select("records.word_id")
          .where("records.user_id", "=", userId)
          .where("records.record_type", "=", category)
          .whereRef("records.word_id", "=", "word_states.word_id"),
      ),
    )
    .groupBy("state")
    .execute();
  return rows.map((row) => ({ state: row.state, count: Number(row.count) }));
}

/** Next review first, words without one last. Answered by the index word_states_due alone. */
export async function listWordsInState(
  db: Database,
  userId: string,
  state: WordStateName,
  window: RowWindow,
): Promise<Pick<WordStateRow, "word_id" | "next_review_at_ms">[]> {
  return db
    .selectFrom("word_states")
    .select(["word_id", "next_review_at_ms"])
    .where("user_id", "=", userId)
    .where("state", "=", state)
    .orderBy((is) => is("next_review_at_ms", "is", null))
    .orderBy("next_review_at_ms")
    .orderBy("word_id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countWordsInState(
  db: Database,
  userId: string,
  state: WordStateName,
): Promise<number> {
  return countRows(
    db.selectFrom("word_states").where("user_id", "=", userId).where("state", "=", state),
  );
}

/** Edges of the learner's words that were ever mastered, by an answer or by hand. */
export async function listMasteryEdges(
  db: Database,
  userId: string,
): Promise<{ mastery_edges: string | null; last_answer_at_ms: number | null }[]> {
  return db
    .selectFrom("word_states")
    .select(["mastery_edges", "last_answer_at_ms"])
    .where("user_id", "=", userId)
    .where("mastery_edges", "is not", null)
    .execute();
}

const WORD_STATE_COLUMNS = {
  user_id: "text",
  word_id: "text",
  state: "text",
  mastery_level: "real",
  next_review_at_ms: "integer",
  half_life_hours: "real",
  correct_streak: "integer",
  total_attempts: "integer",
  stability_days: "real",
  last_answer_at_ms: "integer",
  memory_json: "text",
  created_at_ms: "integer",
  updated_at_ms: "integer",
  mastery_edges: "text",
} as const;

/** Writes whole rows, new or changed, in one statement. */
export async function saveWordStates(db: Database, rows: readonly WordStateRow[]): Promise<void> {
  await upsertMany(
    db,
    {
      table: "word_states",
      columns: WORD_STATE_COLUMNS,
      key: ["user_id", "word_id"],
      keep: ["created_at_ms"],
    },
    rows,
  );
}

export async function removeWordStates(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<void> {
  if (wordIds.length === 0) return;
  await tx
    .deleteFrom("word_states")
    .where("user_id", "=", userId)
    .where(idsIn(tx, "word_id", wordIds))
    .execute();
}
