import { finishForsakenRestore } from "../platform/database/backup/finish-restore.ts";
import { openDatabase } from "../platform/database/connection.ts";
import type { Database } from "../platform/database/tables.ts";
import type { Settings } from "../platform/settings/settings.ts";

/**
 * Opens the database for a command, with one connection. A restore that was cut off before its last
 * step is finished before: what the command would see, or change, would else be of the past.
 *
 * @throws Error while the process that serves the database is about to finish a restore
 */
export async function openCommandDatabase(settings: Settings): Promise<Database> {
  await finishForsakenRestore(settings.DATABASE_URL);
  return openDatabase(settings.DATABASE_URL, {
    busyTimeoutMs: settings.SQLITE_BUSY_TIMEOUT_MS,
    poolSize: 1,
  });
}
