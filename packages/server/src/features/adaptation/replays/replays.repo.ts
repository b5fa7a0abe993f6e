import { sql } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Notes that the learner's days from this moment on have to be counted again. */
export async function insertReplay(tx: Database, userId: string, fromMs: number): Promise<void> {
  await tx
    .insertInto("learner_replays")
    .values({ user_id: userId, from_ms: fromMs })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({
        from_ms: sql<number>`case when learner_replays.from_ms < excluded.from_ms
          then learner_replays.from_ms else excluded.from_ms end`,
      }),
    )
    .execute();
}

/** @returns the moment from which on days are to be counted again; undefined: none */
export async function findReplay(db: Database, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("learner_replays")
    .select("from_ms")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.from_ms;
}

export async function moveReplay(tx: Database, userId: string, fromMs: number): Promise<void> {
  const change = { from_ms: fromMs };
  await tx.updateTable("learner_replays").set(change).where("user_id", "=", userId).execute();
}

export async function removeReplay(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom("learner_replays").where("user_id", "=", userId).execute();
}

const WORDS = {
  table: "replay_words",
  columns: { user_id: "text", word_id: "text" },
  key: ["user_id", "word_id"],
  onConflict: "ignore",
} as const;

export async function insertReplayWords(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<void> {
  await upsertMany(
    tx,
    WORDS,
    wordIds.map((wordId) => ({ user_id: userId, word_id: wordId })),
  );
}

/** The next words after this one whose state has to follow from their records. */
export async function listReplayWords(
  db: Database,
  userId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("replay_words")
    .select("word_id")
    .where("user_id", "=", userId)
    .orderBy("word_id")
    .limit(limit)
    .execute();
  return rows.map(({ word_id: id }) => id);
}

/** Those of the words whose state has to follow from their records. */
export async function replayWordsAmong(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("replay_words")
    .select("word_id")
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
  return new Set(rows.map(({ word_id: id }) => id));
}

export async function removeReplayWords(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("replay_words")
    .where("user_id", "=", userId)
    .where(idsIn(tx, "word_id", wordIds))
    .execute();
}
