import { sql } from "kysely";
import { idsIn, numbersIn, upsertMany, type BulkTarget } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { DictionaryEntriesTable } from "./dictionaries.tables.ts";

const ENTRIES: BulkTarget = {
  table: "dictionary_entries",
  columns: { dictionary_seq: "integer", seq: "integer", text_folded: "text", entry_json: "text" },
  key: ["dictionary_seq", "seq"],
  onConflict: "fail",
};

export async function insertEntries(
  tx: Database,
  rows: readonly DictionaryEntriesTable[],
): Promise<void> {
  await upsertMany(tx, ENTRIES, rows);
}

/** Removes the first entries of a dictionary, at most `limit`. @returns number removed */
export async function removeEntries(
  db: Database,
  dictionarySeq: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("dictionary_entries")
    .where("dictionary_seq", "=", dictionarySeq)
    .where("seq", "in", (query) =>
      query
        .selectFrom("dictionary_entries")
        .select("seq")
        .where("dictionary_seq", "=", dictionarySeq)
        .orderBy("seq")
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** A dictionary has hardly more entries for one spelling; it cannot make a look-up slow. */
const SPELLING_MAX = 60;

/** The entries with these folded texts, in the order of each dictionary. */
export async function listEntries(
  db: Database,
  dictionarySeqs: readonly number[],
  foldedTexts: readonly string[],
): Promise<DictionaryEntriesTable[]> {
  if (dictionarySeqs.length === 0 || foldedTexts.length === 0) return [];
  const { rows } = await sql<DictionaryEntriesTable>`
    select dictionary_seq, seq, text_folded, entry_json from (
      select dictionary_entries.*,
        row_number() over (partition by text_folded, dictionary_seq order by seq) as place
      from dictionary_entries
      where ${idsIn(db, "text_folded", foldedTexts)}
        and ${numbersIn(db, "dictionary_seq", dictionarySeqs)}
    ) as found where place <= ${SPELLING_MAX} order by dictionary_seq, seq
  `.execute(db);
  return rows;
}
