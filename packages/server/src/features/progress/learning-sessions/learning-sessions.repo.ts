import { sql, type Insertable, type Selectable } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { LearningSessionsTable } from "./learning-sessions.tables.ts";

export type SessionRow = Selectable<LearningSessionsTable>;
export type NewSessionRow = Insertable<LearningSessionsTable>;

const COLUMNS = {
  id: "text",
  user_id: "text",
  status: "text",
  target_mastery_count: "integer",
  total_questions: "integer",
  context_shifts: "integer",
  correct_count: "integer",
  total_count: "integer",
  response_time_total_ms: "integer",
  duration_ms: "integer",
  last_event_at_ms: "integer",
  summary_json: "text",
  created_at_ms: "integer",
  updated_at_ms: "integer",
  completed_at_ms: "integer",
  long_gaps_json: "text",
} as const;

export async function findActiveSession(
  db: Database,
  userId: string,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom("learning_sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("status", "=", "active")
    .executeTakeFirst();
}

/** Active sessions in the order of their learners; served by learning_sessions_active. */
export async function listActiveSessions(
  db: Database,
  { afterUserId, limit }: { readonly afterUserId: string; readonly limit: number },
): Promise<SessionRow[]> {
  return db
    .selectFrom("learning_sessions")
    .selectAll()
    .where("status", "=", "active")
    .where("user_id", ">", afterUserId)
    .orderBy("user_id")
    .limit(limit)
    .execute();
}

export async function findSession(db: Database, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom("learning_sessions").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Adds an active session unless the learner has one. Of two concurrent inserts, the unique index
 * learning_sessions_active accepts one.
 */
export async function insertSessionOnce(db: Database, row: NewSessionRow): Promise<boolean> {
  const inserted = await db
    .insertInto("learning_sessions")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0n) > 0;
}

/** Sessions by id, locked until the end of the transaction. */
export async function lockSessions(tx: Database, ids: readonly string[]): Promise<SessionRow[]> {
  const query = tx
    .selectFrom("learning_sessions")
    .selectAll()
    .where(idsIn(tx, "id", ids))
    .orderBy("id");
  return forUpdate(tx, query).execute();
}

export async function saveSessions(tx: Database, rows: readonly SessionRow[]): Promise<void> {
  await upsertMany(tx, { table: "learning_sessions", columns: COLUMNS, key: ["id"] }, rows);
}

/** The learner's last completed session. */
export async function findLatestCompleted(
  db: Database,
  userId: string,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom("learning_sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("status", "=", "completed")
    .orderBy("completed_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export interface SessionWord {
  readonly word_id: string;
  readonly right_answers: number;
  readonly wrong_answers: number;
  readonly state: string | null;
}

/**
 * Answers per word in a session and the word's current state, most errors first. The concatenation
 * keeps SQLite from reading all of the learner's records in word order instead of the session's
 * records.
 */
export async function listSessionWords(db: Database, session: SessionRow): Promise<SessionWord[]> {
  const { rows } = await sql<SessionWord>`
    select records.word_id,
      sum(records.is_correct) as right_answers,
      sum(1 - records.is_correct) as wrong_answers,
      max(word_states.state) as state
    from records
    left join word_states
      on word_states.user_id = records.user_id and word_states.word_id = records.word_id
    where records.session_id = ${session.id}
      and records.user_id || '' = ${session.user_id}
    group by records.word_id
    order by wrong_answers desc, records.word_id
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    right_answers: Number(row.right_answers),
    wrong_answers: Number(row.wrong_answers),
  }));
}
