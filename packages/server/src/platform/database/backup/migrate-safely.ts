import { messageOf } from "../../basics/thrown.ts";
import type { Clock } from "../../time/clock.ts";
import { openDatabase } from "../connection.ts";
import { migrate, type StepReport } from "../migrate.ts";
import type { Database } from "../tables.ts";
import { createBackup } from "./create-backup.ts";

interface Place {
  readonly DATABASE_URL: string;
  readonly DATA_DIR: string;
  readonly BACKUP_DIR: string;
  readonly BACKUP_BEFORE_MIGRATION: boolean;
  readonly SQLITE_BUSY_TIMEOUT_MS: number;
}

/**
 * Brings the schema up to date, after a backup unless the database is new. Nothing changes if that
 * backup fails.
 *
 * @param onBackup  called with the name of the backup
 * @param report  called with what a step has changed
 * @returns names of the steps applied
 * @throws Error with a message for the operator
 */
export async function migrateSafely(
  database: Database,
  place: Place,
  clock: Clock,
  onBackup: (name: string) => void = () => {},
  report: StepReport = () => {},
): Promise<{ applied: string[] }> {
  const isKept = place.BACKUP_BEFORE_MIGRATION && place.DATABASE_URL !== "sqlite::memory:";
  const before = async () => onBackup(await backUp(place, clock));
  return migrate(database, clock, { report, ...(isKept && { before }) });
}

/** Uses a separate handle, because the caller's may hold its only connection. */
async function backUp(place: Place, clock: Clock): Promise<string> {
  const database = await openDatabase(place.DATABASE_URL, {
    busyTimeoutMs: place.SQLITE_BUSY_TIMEOUT_MS,
    poolSize: 1,
  });
  try {
    const { name } = await createBackup({
      database,
      url: place.DATABASE_URL,
      dataDir: place.DATA_DIR,
      folder: place.BACKUP_DIR,
      kind: "pre_migration",
      nowMs: clock.nowMs(),
    });
    return name;
  } catch (cause) {
    throw new Error(
      `the backup before the migration failed (${messageOf(cause)}), so nothing was changed: ` +
        "see that BACKUP_DIR can be written and has room, or set BACKUP_BEFORE_MIGRATION=false",
      { cause },
    );
  } finally {
    await database.destroy();
  }
}
