import { sql } from "kysely";
import { pairTable, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { ActivityRow } from "./tally.ts";

const TARGET = {
  columns: {
    user_id: "text",
    day: "text",
    category: "text",
    answers: "integer",
    correct: "integer",
    response_time_total_ms: "real",
    new_words: "integer",
    review_words: "integer",
    mastered_words: "integer",
    study_ms: "integer",
  },
  key: ["user_id", "day", "category"],
} as const;

/** Adds the numbers to existing rows. */
export async function addActivity(
  tx: Database,
  rows: readonly ActivityRow[],
  table: "daily_activity" | "imported_activity" = "daily_activity",
): Promise<void> {
  await upsertMany(tx, { ...TARGET, table, onConflict: "add" }, rows);
}

/** The learner's rows for answers given here and for imported ones. */
function rowsOf(userId: string) {
  return sql`(
    select * from daily_activity where user_id = ${userId}
    union all select * from imported_activity where user_id = ${userId}
  ) as both_kinds`;
}

interface LastRecordRow {
  readonly user_id: string;
  readonly word_id: string;
  readonly last_ms: number | null;
}

/** Times of the latest records of these (learner, word) pairs; null for a pair without records. */
export async function listLastRecords(
  db: Database,
  pairs: readonly (readonly [userId: string, wordId: string])[],
): Promise<LastRecordRow[]> {
  const { rows } = await sql<LastRecordRow>`
    select asked.a as user_id, asked.b as word_id, (
      select max(records.created_at_ms) from records
      where records.user_id = asked.a and records.word_id = asked.b
    ) as last_ms
    from ${pairTable(db, pairs)} as asked
  `.execute(db);
  return rows;
}

/** First and last day, both included, and which records; `all` takes every record. */
export interface ActivityQuery {
  readonly userId: string;
  readonly category: ActivityRow["category"];
  readonly firstDay: string;
  readonly lastDay: string;
}

export type DaySums = Omit<ActivityRow, "user_id" | "category">;

/**
 * Days with any activity, in ascending order. Study time has no category: it is included for every
 * category.
 */
export async function listDaySums(db: Database, query: ActivityQuery): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select day, ${sums(query)} from ${rowsOf(query.userId)}
    where day between ${query.firstDay} and ${query.lastDay}
    group by day order by day
  `.execute(db);
  return rows;
}

/** The sum over these days. */
export async function sumDays(db: Database, query: ActivityQuery): Promise<DaySums> {
  const { rows } = await sql<DaySums>`
    select '' as day, ${sums(query)} from ${rowsOf(query.userId)}
    where day between ${query.firstDay} and ${query.lastDay}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate query returned no row");
  return row;
}

/** Days with an answer, latest first. */
export async function listActiveDays(
  db: Database,
  query: { userId: string; before: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from ${rowsOf(query.userId)}
    where day < ${query.before} and answers > 0
    order by day desc limit ${query.limit}
  `.execute(db);
  return rows.map(({ day }) => day);
}

function sums({ category }: ActivityQuery) {
  const counted =
    category === "all" ? sql`1` : sql`(case when category = ${category} then 1 else 0 end)`;
  return sql`
    coalesce(sum(${counted} * answers), 0) as answers,
    coalesce(sum(${counted} * correct), 0) as correct,
    coalesce(sum(${counted} * response_time_total_ms), 0) as response_time_total_ms,
    coalesce(sum(${counted} * new_words), 0) as new_words,
    coalesce(sum(${counted} * review_words), 0) as review_words,
    coalesce(sum(${counted} * mastered_words), 0) as mastered_words,
    coalesce(sum(study_ms), 0) as study_ms
  `;
}
