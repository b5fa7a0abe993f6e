import type { Database } from "./tables.ts";

/** Facts about the last restore. */
export interface RestoreMark {
  /** A new value after each restore. */
  readonly epoch: string;
  /** When the restored snapshot was taken. */
  readonly backupAtMs: number;
  readonly restoredAtMs: number;
}

const ONLY = 1;

/** @returns undefined if the database was never restored */
export async function readRestoreMark(db: Database): Promise<RestoreMark | undefined> {
  const row = await db.selectFrom("restores").selectAll().where("id", "=", ONLY).executeTakeFirst();
  if (row === undefined) return undefined;
  const { epoch, backup_at_ms: backupAtMs, restored_at_ms: restoredAtMs } = row;
  return { epoch, backupAtMs, restoredAtMs };
}

/** Call on a database that was filled from a backup, before it is used. */
export async function markRestored(
  db: Database,
  { epoch, backupAtMs, restoredAtMs }: RestoreMark,
): Promise<void> {
  const row = { epoch, backup_at_ms: backupAtMs, restored_at_ms: restoredAtMs };
  await db
    .insertInto("restores")
    .values({ id: ONLY, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}
