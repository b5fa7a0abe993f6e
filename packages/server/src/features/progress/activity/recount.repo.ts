import { sql, type RawBuilder } from "kysely";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { ActivityRow } from "./tally.ts";

/** A day with its start and end; the end is not included. */
export interface DaySpan {
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface RecountRow extends Omit<ActivityRow, "user_id" | "mastered_words" | "study_ms"> {
  /** 1: the answers were imported; 0: they were given here. */
  readonly is_imported: number;
}

/**
 * Recounts the learner's records by day, record type and origin: the same figures that every answer
 * updates. The first answer to a word on a day decides whether it was new or known.
 */
export async function recountRecords(
  db: Database,
  userId: string,
  spans: readonly DaySpan[],
): Promise<RecountRow[]> {
  // Materialized: PostgreSQL would otherwise look for each first answer in the order of time.
  const { rows } = await sql<RecountRow>`
    with answered as materialized (
      select spans.day, spans.start_ms, records.word_id, records.record_type,
        records.is_correct, records.response_time_ms,
        case when records.import_id is null then 0 else 1 end as is_imported,
        row_number() over (
          partition by spans.day, records.word_id
          order by records.created_at_ms, records.id
        ) as place
      from ${spanTable(db, spans)} as spans
      cross join records
      where records.user_id = ${userId}
        and records.created_at_ms >= spans.start_ms and records.created_at_ms < spans.end_ms
    ),
    firsts as materialized (
      select word_id, min(created_at_ms) as first_ms from records
      where user_id = ${userId} and word_id in (select word_id from answered)
      group by word_id
    )
    select day, record_type as category, is_imported, count(*) as answers,
      sum(is_correct) as correct, sum(response_time_ms) as response_time_total_ms,
      sum(case when place = 1 and first_ms >= start_ms then 1 else 0 end) as new_words,
      sum(case when place = 1 and first_ms < start_ms then 1 else 0 end) as review_words
    from answered join firsts on firsts.word_id = answered.word_id
    group by day, record_type, is_imported
    order by day, record_type, is_imported
  `.execute(db);
  return rows;
}

function spanTable(db: Database, spans: readonly DaySpan[]): RawBuilder<unknown> {
  if (dialectOf(db) === "postgres") {
    const days = spans.map(({ day }) => day);
    const starts = spans.map(({ startMs }) => startMs);
    const ends = spans.map(({ endMs }) => endMs);
    return sql`(select * from unnest(${days}::text[], ${starts}::bigint[], ${ends}::bigint[])
      as span(day, start_ms, end_ms))`;
  }
  const json = JSON.stringify(spans.map(({ day, startMs, endMs }) => [day, startMs, endMs]));
  return sql`(select value ->> 0 as day, value ->> 1 as start_ms, value ->> 2 as end_ms
    from json_each(${json}))`;
}

/** Time of the learner's first record or session. */
export async function findFirstMoment(db: Database, userId: string): Promise<number | undefined> {
  const { rows } = await sql<{ first_ms: number | null }>`
    select min(created_at_ms) as first_ms from records where user_id = ${userId}
    union all
    select min(created_at_ms) from learning_sessions where user_id = ${userId}
  `.execute(db);
  const moments = rows.flatMap(({ first_ms }) => first_ms ?? []);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

export interface SessionSpan {
  readonly id: string;
  readonly created_at_ms: number;
  readonly last_event_at_ms: number;
  readonly duration_ms: number;
}

/** Sessions with an event at or after `fromMs`. */
export async function listSessionSpans(
  db: Database,
  userId: string,
  fromMs: number,
): Promise<SessionSpan[]> {
  return db
    .selectFrom("learning_sessions")
    .select(["id", "created_at_ms", "last_event_at_ms", "duration_ms"])
    .where("user_id", "=", userId)
    .where("last_event_at_ms", ">=", fromMs)
    .execute();
}

/**
 * Times, from `fromMs` on, of answers in the learner's own sessions, in ascending order. Answers
 * after the end of their session are left out.
 */
export async function listSessionAnswers(
  db: Database,
  userId: string,
  fromMs: number,
): Promise<{ session_id: string; created_at_ms: number }[]> {
  const { rows } = await sql<{ session_id: string; created_at_ms: number }>`
    select records.session_id, records.created_at_ms from records
    join learning_sessions
      on learning_sessions.id = records.session_id
      and learning_sessions.user_id = records.user_id
      and learning_sessions.last_event_at_ms >= records.created_at_ms
    where records.user_id = ${userId} and records.created_at_ms >= ${fromMs}
    order by records.created_at_ms
  `.execute(db);
  return rows;
}

/** Both tables have the same columns. */
export type ActivityTable = "daily_activity" | "imported_activity";

/** Counts of mastered words, which cannot be derived from the records. */
export async function listMasteredCounts(
  db: Database,
  userId: string,
  table: ActivityTable,
): Promise<Pick<ActivityRow, "day" | "category" | "mastered_words">[]> {
  return db
    .selectFrom(table)
    .select(["day", "category", "mastered_words"])
    .where("user_id", "=", userId)
    .where("mastered_words", "<>", 0)
    .execute();
}

export async function removeActivity(
  tx: Database,
  userId: string,
  table: ActivityTable,
): Promise<void> {
  await tx.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** Sets what is counted from the records of these days to zero; the other counts stay. */
export async function clearRecordCounts(
  tx: Database,
  userId: string,
  days: { readonly firstDay: string; readonly lastDay: string },
  table: ActivityTable,
): Promise<void> {
  const none = { answers: 0, correct: 0, response_time_total_ms: 0, new_words: 0, review_words: 0 };
  await tx
    .updateTable(table)
    .set(none)
    .where("user_id", "=", userId)
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .execute();
}

/** Removes the days on which imports left nothing. */
export async function removeEmptyDays(tx: Database, userId: string): Promise<void> {
  await tx
    .deleteFrom("imported_activity")
    .where("user_id", "=", userId)
    .where("answers", "=", 0)
    .where("mastered_words", "=", 0)
    .execute();
}

/** Time of the n-th of the learner's records from a moment on, counted from 0. */
export async function findRecordFrom(
  db: Database,
  userId: string,
  fromMs: number,
  n: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("records")
    .select("created_at_ms")
    .where("user_id", "=", userId)
    .where("created_at_ms", ">=", fromMs)
    .orderBy("created_at_ms")
    .orderBy("id")
    .offset(n)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at_ms;
}
