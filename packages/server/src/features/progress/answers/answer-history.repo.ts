import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
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

/** How often a learner answered a word in a mode. */
export interface AnswerCount {
  readonly word_id: string;
  readonly question_mode: RecordRow["question_mode"];
  /** 1: answered here; 0: brought from a deck. */
  readonly is_here: number;
}

/** In which modes the learner has answered these words. Served by records_user_word. */
export async function listAnsweredModes(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<AnswerCount[]> {
  const isHere = sql<number>`case when client_record_id like 'anki:%' then 0 else 1 end`;
  return db
    .selectFrom("records")
    .select(["word_id", "question_mode", isHere.as("is_here")])
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .groupBy(["word_id", "question_mode", isHere])
    .execute();
}

/** A position in `listRecordsOfWords`. */
export type RecordPlace = Pick<RecordRow, "word_id" | "created_at_ms" | "id">;

/** The learner's records of these words, word by word, oldest first. */
export async function listRecordsOfWords(
  db: Database,
  userId: string,
  wordIds: readonly string[],
  page: { readonly after: RecordPlace | undefined; readonly limit: number },
): Promise<RecordRow[]> {
  const { after, limit } = page;
  let records = db
    .selectFrom("records")
    .selectAll()
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds));
  if (after !== undefined)
    records = records.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple("word_id", "created_at_ms", "id"),
        ">",
        tuple(after.word_id, after.created_at_ms, after.id),
      ),
    );
  return records.orderBy("word_id").orderBy("created_at_ms").orderBy("id").limit(limit).execute();
}
