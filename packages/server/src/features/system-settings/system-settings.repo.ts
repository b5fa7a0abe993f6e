import type { Database } from "../../platform/database/tables.ts";

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
