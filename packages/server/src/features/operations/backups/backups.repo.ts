import type { Database } from "../../../platform/database/tables.ts";
import type { BackupsTable } from "./backups.tables.ts";

/** Newest first. */
export async function listBackupRows(db: Database): Promise<BackupsTable[]> {
  return db.selectFrom("backups").selectAll().orderBy("created_at_ms", "desc").execute();
}

/** What is known of a backup is replaced. */
export async function upsertBackupRow(db: Database, row: BackupsTable): Promise<void> {
  await db
    .insertInto("backups")
    .values(row)
    .onConflict((conflict) => conflict.columns(["host", "name"]).doUpdateSet(row))
    .execute();
}

export async function removeBackupRows(
  db: Database,
  host: string,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await db.deleteFrom("backups").where("host", "=", host).where("name", "in", names).execute();
}

/** When the newest good backup of these kinds was made; undefined: there is none. */
export async function findLastGood(
  db: Database,
  kinds: readonly string[],
): Promise<number | undefined> {
  const row = await db
    .selectFrom("backups")
    .select((eb) => eb.fn.max("created_at_ms").as("at_ms"))
    .where("verified", "=", 1)
    .where("kind", "in", kinds)
    .executeTakeFirst();
  return row?.at_ms === null || row?.at_ms === undefined ? undefined : Number(row.at_ms);
}
