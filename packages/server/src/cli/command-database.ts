import { finishForsakenRestore } from "../platform/database/backup/finish-restore.ts";
import { sweepWorkingFolders } from "../platform/database/backup/working-folder.ts";
import { openDatabase } from "../platform/database/connection.ts";
import type { Database } from "../platform/database/tables.ts";
import type { Settings } from "../platform/settings/settings.ts";

/**
 * Opens the database for a command, with one connection. First finishes a restore that was cut off
 * before its last step; otherwise the command would read or change the old database. Also removes
 * keys that a killed command left in a working folder.
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
