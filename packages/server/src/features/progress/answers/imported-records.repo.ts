import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Whose records, of which import, and of which words. */
export interface ImportedWords {
  readonly userId: string;
  readonly importId: string;
  readonly wordIds: readonly string[];
}

/** Times of the records of these words that this import has not brought. */
export async function listOtherTimes(
  db: Database,
  { userId, importId, wordIds }: ImportedWords,
): Promise<{ word_id: string; created_at_ms: number }[]> {
  return db
    .selectFrom("records")
    .select(["word_id", "created_at_ms"])
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .where(({ eb, or }) => or([eb("import_id", "is", null), eb("import_id", "<>", importId)]))
    .execute();
}

/** Those of the given client ids that the learner's records have. */
export async function listUsedClientIds(
  db: Database,
  userId: string,
  clientIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("records")
    .select("client_record_id")
    .where("user_id", "=", userId)
    .where(idsIn(db, "client_record_id", clientIds))
    .execute();
  return rows.flatMap(({ client_record_id: id }) => id ?? []);
}

/**
 * Removes the records of these words that this import brought.
 *
 * @returns when the first of them was given
 */
export async function removeImportedRecords(
  tx: Database,
  { userId, importId, wordIds }: ImportedWords,
): Promise<number | undefined> {
  const mine = () =>
    sql`user_id = ${userId} and ${idsIn(tx, "word_id", wordIds)} and import_id = ${importId}`;
  const { rows } = await sql<{ first_ms: number | null }>`
    select min(created_at_ms) as first_ms from records where ${mine()}
  `.execute(tx);
  await sql`delete from records where ${mine()}`.execute(tx);
  return rows[0]?.first_ms ?? undefined;
}

/** How many records these words have, and when the last of each was given. */
export interface RecordsOfWord {
  readonly count: number;
  readonly lastMs: number;
}

/** Words without records are left out. Served by records_user_word alone. */
export async function countRecordsOf(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<Map<string, RecordsOfWord>> {
  const rows = await db
    .selectFrom("records")
    .select(({ fn }) => [
      "word_id",
      fn.countAll<number | string>().as("answers"),
      fn.max("created_at_ms").as("last_ms"),
    ])
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .groupBy("word_id")
    .execute();
  return new Map(
    rows.map(({ word_id: id, answers, last_ms: lastMs }) => [
      id,
      { count: Number(answers), lastMs: Number(lastMs) },
    ]),
  );
}
