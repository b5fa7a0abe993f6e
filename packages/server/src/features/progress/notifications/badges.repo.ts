import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

export interface BadgeRow {
  readonly user_id: string;
  readonly badge_id: string;
  readonly unlocked_at_ms: number;
}

export async function listUnlockedBadges(
  db: Database,
  userIds: readonly string[],
): Promise<BadgeRow[]> {
  return db
    .selectFrom("badges")
    .selectAll()
    .where(idsIn(db, "user_id", userIds))
    .execute();
}

/** @returns the rows that were inserted */
export async function insertBadges(db: Database, rows: readonly BadgeRow[]): Promise<BadgeRow[]> {
  return db
    .insertInto("badges")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["user_id", "badge_id"]).doNothing())
    .returningAll()
    .execute();
}

/** Time of the learner's latest answer, ms since 1970; null without one. */
export async function lastAnswerAt(db: Database, userId: string): Promise<number | null> {
  const { at_ms } = await db
    .selectFrom("word_states")
    .select((query) => query.fn.max("last_answer_at_ms").as("at_ms"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return at_ms === null ? null : Number(at_ms);
}

/** Counts of one learner, capped at the number that badges need. */
export interface BadgeCountRow {
  readonly user_id: string;
  readonly words: number;
  readonly mastered: number;
  readonly answers: number;
  /** Days with an answer since `daysSince`. */
  readonly recent_days: number;
}

/**
 * Counts for the given learners who exist. Each count reads an index range, capped at the number
 * badges need, so that many words cost no more than a thousand.
 */
export async function countForBadges(
  db: Database,
  userIds: readonly string[],
  limits: { wordsMax: number; daysSince: string },
): Promise<BadgeCountRow[]> {
  const words = (states: readonly string[]) => sql`(
    select count(*) from (
      select 1 from word_states
      where word_states.user_id = users.id and word_states.state in (${sql.join(states)})
      limit ${limits.wordsMax}
    ) as counted
  )`;
  const activity = (figure: string, since: string) => sql`(
    select ${sql.raw(figure)} from daily_activity
    where daily_activity.user_id = users.id and daily_activity.day >= ${since}
      and daily_activity.answers > 0
  )`;
  const { rows } = await sql<BadgeCountRow>`
    select users.id as user_id,
      ${words(["learning", "reviewing", "mastered", "forgotten"])} as words,
      ${words(["mastered"])} as mastered,
      ${activity("coalesce(sum(answers), 0)", "")} as answers,
      ${activity("count(distinct day)", limits.daysSince)} as recent_days
    from users where ${idsIn(db, "id", userIds)}
  `.execute(db);
  return rows.map(toNumbers);
}

/** PostgreSQL returns counts as text. */
function toNumbers(row: BadgeCountRow): BadgeCountRow {
  return {
    user_id: row.user_id,
    words: Number(row.words),
    mastered: Number(row.mastered),
    answers: Number(row.answers),
    recent_days: Number(row.recent_days),
  };
}
