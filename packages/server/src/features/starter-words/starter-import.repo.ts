import type { Database } from "../../platform/database/tables.ts";

/** Remembers for ever that the starter books were made, whatever becomes of the books. */
const KEY = "starter_wordbooks";

export async function wasStarterImported(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom("system_settings")
    .select("key")
    .where("key", "=", KEY)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the one turn there is. A second process that asks at the same time waits for the first
 * one's transaction and is told no, unless that one fails.
 */
export async function claimStarterImport(tx: Database, atMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("system_settings")
    .values({ key: KEY, value_json: JSON.stringify({ importedAtMs: atMs }), updated_at_ms: atMs })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
