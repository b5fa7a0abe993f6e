import { sql, type Selectable } from "kysely";
import { idsIn, numbersIn, upsertMany } from "../../platform/database/bulk.ts";
import type { AnswerOutboxTable, Database } from "../../platform/database/tables.ts";

export type OutboxRow = Selectable<AnswerOutboxTable>;

/** An answer on its way into the outbox. */
export interface NewOutboxRow {
  readonly user_id: string;
  readonly client_record_id: string;
  readonly draft_json: string;
  readonly accepted_at_ms: number;
  readonly run_after_ms: number;
}

const TARGET = {
  table: "answer_outbox",
  columns: {
    user_id: "text",
    client_record_id: "text",
    draft_json: "text",
    accepted_at_ms: "integer",
    run_after_ms: "integer",
  },
  key: ["seq"],
  onConflict: "fail",
} as const;

/** Appends answers to the outbox; of two with the same key the first one counts. */
export async function insertIntoOutbox(tx: Database, rows: readonly NewOutboxRow[]) {
  await upsertMany(tx, TARGET, rows);
}

/** Learners whose earliest answer waits for another try: their later answers wait behind it. */
export async function listPostponedLearners(db: Database, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom("answer_outbox")
    .select("user_id")
    .distinct()
    .where("dead_at_ms", "is", null)
    // Written exactly as in the partial index answer_outbox_failed, which is normally empty.
    .where(sql<boolean>`attempts > 0`)
    .where("run_after_ms", ">", nowMs)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Where an answer stands in the outbox, and whose it is. */
export interface OutboxPlace {
  readonly seq: number;
  readonly user_id: string;
}

/** The next places of living answers after this one, but for learners who have to wait. */
export async function listDuePlaces(
  db: Database,
  waiting: readonly string[],
  { afterSeq, limit }: { afterSeq: number; limit: number },
): Promise<OutboxPlace[]> {
  return db
    .selectFrom("answer_outbox")
    .select(["seq", "user_id"])
    .where("seq", ">", afterSeq)
    .where("dead_at_ms", "is", null)
    .$if(waiting.length > 0, (query) => query.where("user_id", "not in", waiting))
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** What still stands and lives at these places, in the order of acceptance. */
export async function listOutboxAt(db: Database, seqs: readonly number[]): Promise<OutboxRow[]> {
  return db
    .selectFrom("answer_outbox")
    .selectAll()
    .where(numbersIn(db, "seq", seqs))
    .where("dead_at_ms", "is", null)
    .orderBy("seq")
    .execute();
}

/** Living answers of these learners in the order of acceptance. */
export async function listOutboxOf(db: Database, userIds: readonly string[]): Promise<OutboxRow[]> {
  return db
    .selectFrom("answer_outbox")
    .selectAll()
    .where(idsIn(db, "user_id", userIds))
    .where("dead_at_ms", "is", null)
    .orderBy("seq")
    .execute();
}

/** @returns whose answers were still there, once for each */
export async function removeFromOutbox(db: Database, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return [];
  const removed = await db
    .deleteFrom("answer_outbox")
    .where(numbersIn(db, "seq", seqs))
    .returning("user_id")
    .execute();
  return removed.map((row) => row.user_id);
}

/** Living answers by learner; reads the whole table. */
export async function countOutboxByLearner(
  db: Database,
): Promise<{ user_id: string; waiting: number }[]> {
  const rows = await db
    .selectFrom("answer_outbox")
    .select((expression) => ["user_id", expression.fn.countAll<number>().as("waiting")])
    .where("dead_at_ms", "is", null)
    .groupBy("user_id")
    .execute();
  return rows.map((row) => ({ user_id: row.user_id, waiting: Number(row.waiting) }));
}

export async function postponeInOutbox(
  db: Database,
  row: { seq: number; attempts: number; runAfterMs: number; lastError: string },
): Promise<void> {
  await db
    .updateTable("answer_outbox")
    .set({ attempts: row.attempts, run_after_ms: row.runAfterMs, last_error: row.lastError })
    .where("seq", "=", row.seq)
    .execute();
}

/** Marks a dead letter: it is kept for the operator and blocks no other answer. */
export async function buryInOutbox(
  db: Database,
  row: { seq: number; attempts: number; deadAtMs: number; lastError: string },
): Promise<void> {
  await db
    .updateTable("answer_outbox")
    .set({ attempts: row.attempts, dead_at_ms: row.deadAtMs, last_error: row.lastError })
    .where("seq", "=", row.seq)
    .execute();
}

/** How much waits, since when, and how much was given up. */
export async function readOutboxBacklog(
  db: Database,
): Promise<{ pending: number; oldestAcceptedAtMs: number | null; deadLetter: number }> {
  const counts = await db
    .selectFrom("answer_outbox")
    .select((expression) => [
      expression.fn.countAll<number>().as("total"),
      expression.fn.count<number>("dead_at_ms").as("dead"),
    ])
    .executeTakeFirstOrThrow();
  const oldest = await db
    .selectFrom("answer_outbox")
    .select("accepted_at_ms")
    .where("dead_at_ms", "is", null)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  return {
    pending: Number(counts.total) - Number(counts.dead),
    oldestAcceptedAtMs: oldest?.accepted_at_ms ?? null,
    deadLetter: Number(counts.dead),
  };
}
