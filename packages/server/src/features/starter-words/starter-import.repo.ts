import type { Database } from "../../platform/database/tables.ts";

/** Marks permanently that the starter books were created, even if the books are deleted. */
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
 * Claims the import, which happens once. A concurrent process waits for this transaction and then
 * gets false, unless the transaction fails.
 */
export async function claimStarterImport(tx: Database, atMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("system_settings")
    .values({ key: KEY, value_json: JSON.stringify({ importedAtMs: atMs }), updated_at_ms: atMs })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
