import type { Database } from "../../../platform/database/tables.ts";

export async function insertPart(
  tx: Database,
  importId: string,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  await tx.insertInto("import_parts").values({ import_id: importId, part, bytes }).execute();
}

/** @returns undefined after the last part */
export async function findPart(
  db: Database,
  importId: string,
  part: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("import_parts")
    .select("bytes")
    .where("import_id", "=", importId)
    .where("part", "=", part)
    .executeTakeFirst();
  return row?.bytes;
}

/** Removes one part: all of them at once would take the database's time from others. */
export async function removePart(db: Database, importId: string): Promise<boolean> {
  const first = await db
    .selectFrom("import_parts")
    .select("part")
    .where("import_id", "=", importId)
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return false;
  await db
    .deleteFrom("import_parts")
    .where("import_id", "=", importId)
    .where("part", "=", first.part)
    .execute();
  return true;
}
