import type { Database } from "../../../platform/database/tables.ts";
import type { BackupsTable } from "./backups.tables.ts";

/** Newest first. */
export async function listBackupRows(db: Database): Promise<BackupsTable[]> {
  return db.selectFrom("backups").selectAll().orderBy("created_at_ms", "desc").execute();
}

/** Replaces the record of a backup. */
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

/**
 * When the newest good backup of these kinds was made, among those dated until `untilMs` (undefined
 * without one), and whether there is one dated later.
 */
export async function findLastGood(
  db: Database,
  kinds: readonly string[],
  untilMs: number,
): Promise<{ readonly atMs: number | undefined; readonly isAnyAhead: boolean }> {
  const good = db.selectFrom("backups").where("verified", "=", 1).where("kind", "in", kinds);
  const row = await good
    .select((eb) => eb.fn.max("created_at_ms").as("at_ms"))
    .where("created_at_ms", "<=", untilMs)
    .executeTakeFirst();
  const ahead = await good
    .select("name")
    .where("created_at_ms", ">", untilMs)
    .limit(1)
    .executeTakeFirst();
  const atMs = row?.at_ms ?? undefined;
  return { atMs: atMs === undefined ? undefined : Number(atMs), isAnyAhead: ahead !== undefined };
}
