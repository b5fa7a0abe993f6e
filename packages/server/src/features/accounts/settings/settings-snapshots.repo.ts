import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { SettingsSnapshotsTable } from "./settings.tables.ts";

export type SnapshotRow = Selectable<SettingsSnapshotsTable>;
type Kind = SnapshotRow["kind"];

/** Newest first. */
export async function listSnapshotRows(db: Database): Promise<SnapshotRow[]> {
  return db.selectFrom("settings_snapshots").selectAll().orderBy("seq", "desc").execute();
}

export async function findSnapshotRow(db: Database, id: string): Promise<SnapshotRow | undefined> {
  return db.selectFrom("settings_snapshots").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function insertSnapshot(
  tx: Database,
  row: Insertable<SettingsSnapshotsTable>,
): Promise<SnapshotRow> {
  return tx.insertInto("settings_snapshots").values(row).returningAll().executeTakeFirstOrThrow();
}

/** @returns whether it existed */
export async function deleteSnapshotRow(tx: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("settings_snapshots")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Removes all but the newest `keep` of a kind. */
export async function pruneSnapshots(tx: Database, kind: Kind, keep: number): Promise<void> {
  const newest = tx
    .selectFrom("settings_snapshots")
    .select("seq")
    .where("kind", "=", kind)
    .orderBy("seq", "desc")
    .limit(keep);
  await tx
    .deleteFrom("settings_snapshots")
    .where("kind", "=", kind)
    .where("seq", "not in", newest)
    .execute();
}
