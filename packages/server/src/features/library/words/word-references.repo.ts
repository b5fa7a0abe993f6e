import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordTable } from "../../../platform/database/word-table.ts";

type RowsAboutWords = "word_states";

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
