import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/** Start times of the learner's sessions, `untilMs` not included. */
export async function listSessionStarts(
  db: Database,
  userId: string,
  span: { readonly fromMs: number; readonly untilMs: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("learning_sessions")
    .select("created_at_ms")
    .where("user_id", "=", userId)
    .where("created_at_ms", ">=", span.fromMs)
    .where("created_at_ms", "<", span.untilMs)
    .execute();
  return rows.map((row) => row.created_at_ms);
}

/** When the latest answers were given and whether they were right, newest first. */
export async function listLatestOutcomes(
  db: Database,
  userId: string,
  limit: number,
): Promise<{ created_at_ms: number; is_correct: number }[]> {
  return db
    .selectFrom("records")
    .select(["created_at_ms", "is_correct"])
    .where("user_id", "=", userId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export interface MemoryRow {
  readonly word_id: string;
  readonly memory_json: string;
  readonly last_answer_at_ms: number | null;
  readonly next_review_at_ms: number;
}

/**
 * Words with a memory, ordered by review time. Words marked as mastered have no review time and are
 * left out.
 */
export async function listMemories(
  db: Database,
  userId: string,
  limit: number,
): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    select word_id, memory_json, last_answer_at_ms, next_review_at_ms
    from word_states
    where user_id = ${userId} and next_review_at_ms is not null and memory_json is not null
    order by next_review_at_ms, word_id
    limit ${limit}
  `.execute(db);
  return rows;
}

export interface LearnedRow {
  readonly memory_json: string;
  /** null: all answers were events without a record. */
  readonly first_record_ms: number | null;
}

/** Memories with the time of the word's first record, ordered by word id. */
export async function listLearnedWords(
  db: Database,
  userId: string,
  limit: number,
): Promise<LearnedRow[]> {
  const { rows } = await sql<LearnedRow>`
    select word_states.memory_json, (
      select min(records.created_at_ms) from records
      where records.user_id = word_states.user_id and records.word_id = word_states.word_id
    ) as first_record_ms
    from word_states
    where word_states.user_id = ${userId} and word_states.memory_json is not null
    order by word_states.word_id
    limit ${limit}
  `.execute(db);
  return rows;
}
