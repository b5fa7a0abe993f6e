import { sql } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordTable } from "../../../platform/database/word-table.ts";

type RowsAboutWords = "word_states";

/** Maximum number of removed words returned at a time. */
const PAGE_SIZE = 1_000;

const REMOVED = {
  table: "removed_words",
  columns: { word_id: "text", removed_at_ms: "integer" },
  key: ["word_id"],
} as const;

/** Removes the rows about these words from a table, in the caller's transaction. */
export async function removeRowsAbout(
  tx: Database,
  { table }: WordTable,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom(table as RowsAboutWords)
    .where(idsIn(tx, "word_id", ids))
    .execute();
}

/** Removes the rows about these words from a table, unless the word exists. */
export async function removeRowsLeft(
  tx: Database,
  { table }: WordTable,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from ${sql.table(table)} where ${idsIn(tx, "word_id", ids)}
      and word_id not in (select id from words where ${idsIn(tx, "id", ids)})
  `.execute(tx);
}

/** The given words that a table has rows about. */
export async function listWordsIn(
  tx: Database,
  { table }: WordTable,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom(table as RowsAboutWords)
    .select("word_id")
    .distinct()
    .where(idsIn(tx, "word_id", ids))
    .execute();
  return rows.map((row) => row.word_id);
}

/**
 * Call in the transaction that removes the words. Answers in flight may still write rows about
 * them, and a worker cleans up after a minute. These rows survive a restart, and any process can do
 * it.
 */
export async function noteRemovedWords(
  tx: Database,
  ids: readonly string[],
  atMs: number,
): Promise<void> {
  const rows = ids.map((id) => ({ word_id: id, removed_at_ms: atMs }));
  await upsertMany(tx, REMOVED, rows);
}

/** Ids of words removed up to this time, oldest first. */
export async function listRemovedWords(db: Database, untilMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom("removed_words")
    .select("word_id")
    .where("removed_at_ms", "<=", untilMs)
    .orderBy("removed_at_ms")
    .orderBy("word_id")
    .limit(PAGE_SIZE)
    .execute();
  return rows.map((row) => row.word_id);
}

export async function forgetRemovedWords(tx: Database, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("removed_words")
    .where(idsIn(tx, "word_id", ids))
    .execute();
}
