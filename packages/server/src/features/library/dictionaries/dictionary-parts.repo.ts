import type { Database } from "../../../platform/database/tables.ts";

export async function insertPart(
  tx: Database,
  dictionarySeq: number,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  await tx
    .insertInto("dictionary_parts")
    .values({ dictionary_seq: dictionarySeq, part, bytes })
    .execute();
}

/** @returns undefined after the last part */
export async function findPart(
  db: Database,
  dictionarySeq: number,
  part: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("dictionary_parts")
    .select("bytes")
    .where("dictionary_seq", "=", dictionarySeq)
    .where("part", "=", part)
    .executeTakeFirst();
  return row?.bytes;
}

/** Removes one part: all of them at once would take the database's time from others. */
export async function removePart(db: Database, dictionarySeq: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("dictionary_parts")
    .where("dictionary_seq", "=", dictionarySeq)
    .where("part", "=", (query) =>
      query
        .selectFrom("dictionary_parts")
        .select(({ fn }) => fn.min("part").as("part"))
        .where("dictionary_seq", "=", dictionarySeq),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
