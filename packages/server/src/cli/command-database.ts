import { finishForsakenRestore } from "../platform/database/backup/finish-restore.ts";
import { sweepWorkingFolders } from "../platform/database/backup/working-folder.ts";
import { openDatabase } from "../platform/database/connection.ts";
import type { Database } from "../platform/database/tables.ts";
import type { Settings } from "../platform/settings/settings.ts";

/**
 * Opens the database for a command, with one connection. A restore that was cut off before its last
 * step is finished before: what the command would see, or change, would else be of the past. Keys
 * that a killed command has left in a working folder go.
 *
 * @throws Error while the process that serves the database is about to finish a restore
 */
export async function openCommandDatabase(settings: Settings): Promise<Database> {
  await finishForsakenRestore(settings);
  await sweepWorkingFolders([settings.DATA_DIR]);
  return openDatabase(settings.DATABASE_URL, {
    busyTimeoutMs: settings.SQLITE_BUSY_TIMEOUT_MS,
    poolSize: 1,
  });
}
