import type { Database } from "../../../platform/database/tables.ts";
import type { SystemSettingsTable } from "./settings.tables.ts";

export async function listStoredSettings(db: Database): Promise<{ key: string; json: string }[]> {
  return db.selectFrom("system_settings").select(["key", "value_json as json"]).execute();
}

/** The stored values as JSON, by name. */
export async function readStoredJson(db: Database): Promise<ReadonlyMap<string, string>> {
  return new Map((await listStoredSettings(db)).map(({ key, json }) => [key, json]));
}

/** When each setting was stored, and by whom. */
export async function listSettingOrigins(
  db: Database,
): Promise<Pick<SystemSettingsTable, "key" | "updated_at_ms" | "updated_by">[]> {
  return db.selectFrom("system_settings").select(["key", "updated_at_ms", "updated_by"]).execute();
}

/** @param by  id of the administrator */
export async function upsertStoredSetting(
  db: Database,
  key: string,
  json: string,
  { atMs, by }: { readonly atMs: number; readonly by: string | null },
): Promise<void> {
  const values = { value_json: json, updated_at_ms: atMs, updated_by: by };
  await db
    .insertInto("system_settings")
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(values))
    .execute();
}

export async function deleteStoredSetting(tx: Database, key: string): Promise<void> {
  await tx.deleteFrom("system_settings").where("key", "=", key).execute();
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
