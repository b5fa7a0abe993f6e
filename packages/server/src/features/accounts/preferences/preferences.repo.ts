import type { Selectable, Updateable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { readerByKeys } from "../../../platform/database/reader-by-keys.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { PreferencesTable } from "./preferences.tables.ts";

export type PreferencesRow = Selectable<PreferencesTable>;

export async function findPreferences(
  db: Database,
  userId: string,
): Promise<PreferencesRow | undefined> {
  return db.selectFrom("preferences").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

export const listPreferences = readerByKeys((db, userIds: readonly string[]) =>
  db
    .selectFrom("preferences")
    .selectAll()
    .where(idsIn(db, "user_id", userIds))
    .compile(),
);

/** Sets these columns. The others keep their value, or get the default in a new row. */
export async function savePreferences(
  db: Database,
  userId: string,
  columns: Omit<Updateable<PreferencesTable>, "user_id">,
): Promise<PreferencesRow> {
  const row = { ...columns, user_id: userId };
  return (
    db
      .insertInto("preferences")
      .values({ time_zone: null, ...row })
      // Setting user_id to itself makes the statement return the row even if no column is given.
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}
