import type { Selectable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { AppSettingsTable } from "./app-settings.tables.ts";

export type AppSettingsRow = Selectable<AppSettingsTable>;

export async function findAppSettings(
  db: Database,
  userId: string,
): Promise<AppSettingsRow | undefined> {
  return db.selectFrom("app_settings").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** Stores a learner's first settings. @returns false if settings already exist */
export async function insertAppSettings(db: Database, row: AppSettingsRow): Promise<boolean> {
  const inserted = await db
    .insertInto("app_settings")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0n) > 0;
}

/** Replaces the previous revision. @returns false if that is not the current one */
export async function updateAppSettings(db: Database, row: AppSettingsRow): Promise<boolean> {
  const { user_id, revision, ...changed } = row;
  const updated = await db
    .updateTable("app_settings")
    .set({ revision, ...changed })
    .where("user_id", "=", user_id)
    .where("revision", "=", revision - 1)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
