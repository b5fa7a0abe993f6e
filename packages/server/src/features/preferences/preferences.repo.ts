import type { Selectable } from "kysely";
import { idsIn } from "../../platform/database/bulk.ts";
import type { Database, PreferencesTable } from "../../platform/database/tables.ts";

export type PreferencesRow = Selectable<PreferencesTable>;

export async function findPreferences(
  db: Database,
  userId: string,
): Promise<PreferencesRow | undefined> {
  return db
    .selectFrom("preferences")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function listPreferences(
  db: Database,
  userIds: readonly string[],
): Promise<PreferencesRow[]> {
  return db.selectFrom("preferences").selectAll().where(idsIn(db, "user_id", userIds)).execute();
}
