import { sql, type Selectable } from "kysely";
import { idsIn, numbersIn, upsertMany } from "../../../platform/database/bulk.ts";
import { isPast, latestStoredMs } from "../../../platform/database/stored-times.ts";
import { readerByKeys } from "../../../platform/database/reader-by-keys.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { BACKOFF_LAST_MS } from "./answer-retries.ts";
import type { AnswerOutboxTable } from "./records.tables.ts";

export type OutboxRow = Selectable<AnswerOutboxTable>;

/** An answer to be added to the outbox. */
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

/** Appends answers to the outbox. Duplicates are allowed: the first answer with a key counts. */
export async function insertIntoOutbox(tx: Database, rows: readonly NewOutboxRow[]) {
  await upsertMany(tx, TARGET, rows);
}

/** Learners whose earliest answer waits for a retry. Their later answers wait behind it. */
export async function listPostponedLearners(db: Database, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom("answer_outbox")
    .select("user_id")
    .distinct()
    .where("dead_at_ms", "is", null)
    // Written exactly as in the partial index answer_outbox_failed, which is normally empty.
    .where(sql<boolean>`attempts > 0`)
    // A range, so that the index is searched; a later time was stored while the clock was ahead.
    .where("run_after_ms", ">", nowMs)
    .where("run_after_ms", "<=", latestStoredMs(nowMs, BACKOFF_LAST_MS))
    .execute();
  return rows.map((row) => row.user_id);
}

/** Position of an answer in the outbox and its learner. */
export interface OutboxPosition {
  readonly seq: number;
  readonly user_id: string;
}

/** The next positions of live answers after this one, except those of learners who must wait. */
export async function listDuePositions(
  db: Database,
  waiting: readonly string[],
  { afterSeq, limit }: { afterSeq: number; limit: number },
): Promise<OutboxPosition[]> {
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

/** The live answers at these positions, in the order of acceptance. */
export const listOutboxAt = readerByKeys((db, seqs: readonly number[]) =>
  db
    .selectFrom("answer_outbox")
    .selectAll()
    .where(numbersIn(db, "seq", seqs))
    .where("dead_at_ms", "is", null)
    .orderBy("seq")
    .compile(),
);

/**
 * The learners' live answers, each up to that learner's position, in order of acceptance.
 * PostgreSQL only, where answer_outbox_user_seq serves it.
 *
 * @param upTo  the last position by learner
 */
export async function listOutboxUpTo(
  db: Database,
  upTo: ReadonlyMap<string, number>,
): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select answer_outbox.*
    from unnest(${[...upTo.keys()]}::text[], ${[...upTo.values()]}::bigint[])
      as asked (user_id, seq)
    join answer_outbox on answer_outbox.user_id = asked.user_id and answer_outbox.seq <= asked.seq
    where dead_at_ms is null
    order by answer_outbox.seq
  `.execute(db);
  return rows;
}

/** The oldest live answers of these learners, in the order of acceptance. */
export async function listOutboxOf(
  db: Database,
  userIds: readonly string[],
  limit: number,
): Promise<OutboxRow[]> {
  return db
    .selectFrom("answer_outbox")
    .selectAll()
    .where(idsIn(db, "user_id", userIds))
    .where("dead_at_ms", "is", null)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** The given learners who have live answers. */
export async function listLearnersInOutbox(
  db: Database,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("answer_outbox")
    .select("user_id")
    .distinct()
    .where(idsIn(db, "user_id", userIds))
    .where("dead_at_ms", "is", null)
    .execute();
  return rows.map((row) => row.user_id);
}

const remove = readerByKeys((db, seqs: readonly number[]) =>
  db
    .deleteFrom("answer_outbox")
    .where(numbersIn(db, "seq", seqs))
    .returning("user_id")
    .compile(),
);

/** @returns the learner of each removed row */
export async function removeFromOutbox(db: Database, seqs: readonly number[]): Promise<string[]> {
  return (await remove(db, seqs)).map((row) => row.user_id);
}

/** Number of live answers by learner. Reads the whole table. */
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

/**
 * Marks a dead letter: it is kept for the operator and no longer blocks other answers.
 *
 * @returns whether it was live until now; another process may have applied it or given it up
 */
export async function markDeadLetter(
  db: Database,
  row: { seq: number; attempts: number; deadAtMs: number; lastError: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("answer_outbox")
    .set({ attempts: row.attempts, dead_at_ms: row.deadAtMs, last_error: row.lastError })
    .where("seq", "=", row.seq)
    .where("dead_at_ms", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Whether a live answer that need not wait was accepted before this time. */
export async function isAnyLeftOver(
  db: Database,
  { acceptedBeforeMs, nowMs }: { acceptedBeforeMs: number; nowMs: number },
): Promise<boolean> {
  const latestMs = latestStoredMs(nowMs, BACKOFF_LAST_MS);
  const row = await db
    .selectFrom("answer_outbox")
    .select("seq")
    .where("dead_at_ms", "is", null)
    .where("accepted_at_ms", "<=", acceptedBeforeMs)
    .where((row) => row.or([row("attempts", "=", 0), isPast("run_after_ms", nowMs, latestMs)]))
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Number of waiting answers, acceptance time of the oldest, and number of dead letters. */
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
