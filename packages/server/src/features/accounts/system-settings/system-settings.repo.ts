import type { Database } from "../../../platform/database/tables.ts";

export async function listStoredSettings(db: Database): Promise<{ key: string; json: string }[]> {
  return db.selectFrom("system_settings").select(["key", "value_json as json"]).execute();
}

export async function upsertStoredSetting(
  db: Database,
  key: string,
  json: string,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto("system_settings")
    .values({ key, value_json: json, updated_at_ms: nowMs })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ value_json: json, updated_at_ms: nowMs }),
    )
    .execute();
}

/** The stored value of one setting as JSON. */
export async function findStoredSetting(db: Database, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("system_settings")
    .select("value_json")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.value_json;
}

/**
 * Stores a setting unless another process was first.
 *
 * @param before  the stored value that this one replaces; undefined if there must be none
 * @returns whether it was stored
 */
export async function replaceStoredSetting(
  tx: Database,
  key: string,
  { before, json }: { readonly before: string | undefined; readonly json: string },
  nowMs: number,
): Promise<boolean> {
  const values = { value_json: json, updated_at_ms: nowMs };
  if (before === undefined) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("system_settings")
      .values({ key, ...values })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable("system_settings")
    .set(values)
    .where("key", "=", key)
    .where("value_json", "=", before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
