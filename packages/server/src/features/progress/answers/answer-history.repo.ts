import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { RecordRow } from "./records.repo.ts";

/** A learner's records after this position, oldest first. */
export async function listRecordsAfter(
  db: Database,
  userId: string,
  after: { readonly createdAtMs: number; readonly id: string },
  limit: number,
): Promise<RecordRow[]> {
  return db
    .selectFrom("records")
    .selectAll()
    .where("user_id", "=", userId)
    .where("created_at_ms", ">=", after.createdAtMs)
    .where((expression) =>
      expression.or([
        expression("created_at_ms", ">", after.createdAtMs),
        expression("id", ">", after.id),
      ]),
    )
    .orderBy("created_at_ms")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * The latest records of a word, newest first. Served by records_user_word. If ordered by the bare
 * column, SQLite would read all of the learner's records from the newest on.
 */
export async function listLatestRecordsOf(
  db: Database,
  userId: string,
  wordId: string,
  limit: number,
): Promise<RecordRow[]> {
  return db
    .selectFrom("records")
    .selectAll()
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .orderBy(sql`created_at_ms + 0`, "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Time of the n-th newest record; undefined if there are fewer. */
export async function nthNewestRecordAtMs(
  db: Database,
  userId: string,
  n: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("records")
    .select("created_at_ms")
    .where("user_id", "=", userId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at_ms;
}
