import { sql } from "kysely";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";

export interface HardRow {
  readonly word_id: string;
  /** D in 1..10. */
  readonly difficulty: number;
  readonly lapses: number;
}

/** A word is hard from so much of either on. */
export interface HardFrom {
  readonly attempts: number;
  readonly difficulty: number;
  readonly lapses: number;
}

/**
 * The learner's hard words among those that are handed out, in no order. Words that are marked as
 * known or reset have no review time. The database picks them: to read and parse thousands of
 * memories here would take several times as long.
 */
export async function listHardRows(
  db: Database,
  userId: string,
  { attempts, difficulty, lapses }: HardFrom,
  nowMs: number,
): Promise<HardRow[]> {
  const isPostgres = dialectOf(db) === "postgres";
  const lapsesOf = isPostgres
    ? sql`(memory_json::json ->> 'lapses')::integer`
    : sql`memory_json ->> '$.lapses'`;
  const difficultyOf = isPostgres
    ? sql`(memory_json::json #>> '{trace,difficulty}')::double precision`
    : sql`memory_json ->> '$.trace.difficulty'`;
  const { rows } = await sql<HardRow>`
    select word_id, difficulty, lapses
    from (
      select word_id, ${difficultyOf} as difficulty, ${lapsesOf} as lapses
      from word_states
      where user_id = ${userId} and next_review_at_ms is not null and total_attempts >= ${attempts}
    ) as remembered
    where (difficulty >= ${difficulty} or lapses >= ${lapses})
      and exists (select 1 from words where words.id = remembered.word_id)
      and not exists (
        select 1 from suspended_words
        where suspended_words.user_id = ${userId}
          and suspended_words.word_id = remembered.word_id
          and (suspended_words.until_ms is null or suspended_words.until_ms > ${nowMs})
      )
  `.execute(db);
  return rows;
}
