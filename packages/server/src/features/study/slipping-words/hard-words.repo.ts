import { sql } from "kysely";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { isSeenBy } from "../../library/words/seen-words.ts";
import type { Database } from "../../../platform/database/tables.ts";

export interface HardRow {
  readonly word_id: string;
  /** FSRS difficulty, 1 to 10. */
  readonly difficulty: number;
  readonly lapses: number;
}

/** Thresholds for a hard word; reaching either is enough. */
export interface HardFrom {
  readonly attempts: number;
  readonly difficulty: number;
  readonly lapses: number;
}

/** Words checked per statement. On SQLite a statement blocks the process for some milliseconds. */
const WORDS_AT_ONCE = 2_000;

/**
 * The learner's hard words among those that are not suspended, unordered. The database selects
 * them: reading and parsing thousands of memories here takes more than twice as long.
 */
export async function listHardRows(
  db: Database,
  userId: string,
  from: HardFrom,
  { nowMs, wordsAtOnce = WORDS_AT_ONCE }: { nowMs: number; wordsAtOnce?: number },
): Promise<HardRow[]> {
  const found: HardRow[] = [];
  let after = "";
  for (const until of [...(await listSliceEnds(db, userId, wordsAtOnce)), null]) {
    found.push(...(await listHardRowsBetween(db, userId, from, { after, until, nowMs })));
    after = until ?? after;
  }
  return found;
}

/** The last word of each full slice of the learner's words, read from the primary key alone. */
async function listSliceEnds(db: Database, userId: string, size: number): Promise<string[]> {
  const { rows } = await sql<{ word_id: string }>`
    select word_id from (
      select word_id, row_number() over (order by word_id) as place
      from word_states where user_id = ${userId}
    ) as placed
    where place % ${size} = 0
    order by word_id
  `.execute(db);
  return rows.map((row) => row.word_id);
}

/** Words marked as known or reset have no review time. */
async function listHardRowsBetween(
  db: Database,
  userId: string,
  { attempts, difficulty, lapses }: HardFrom,
  { after, until, nowMs }: { after: string; until: string | null; nowMs: number },
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
      where user_id = ${userId} and word_id > ${after}
        and ${until === null ? sql`true` : sql`word_id <= ${until}`}
        and next_review_at_ms is not null and total_attempts >= ${attempts}
    ) as remembered
    where (difficulty >= ${difficulty} or lapses >= ${lapses})
      and exists (
        select 1 from words where words.id = remembered.word_id and ${isSeenBy(userId)}
      )
      and not exists (
        select 1 from suspended_words
        where suspended_words.user_id = ${userId}
          and suspended_words.word_id = remembered.word_id
          and (suspended_words.until_ms is null or suspended_words.until_ms > ${nowMs})
      )
  `.execute(db);
  return rows;
}
