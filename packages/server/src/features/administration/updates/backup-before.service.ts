import type { Deps } from "../../../deps.ts";
import { createBackup } from "../../../platform/database/backup/create-backup.ts";
import type { PhaseWatch } from "../../../platform/release/phase-watch.ts";
import { asFailure } from "../../../platform/release/update-failure.ts";
import type { UpdateJournal } from "../../../platform/release/update-journal.ts";
import {
  listBackupFiles,
  removeBackupFile,
} from "../../operations/backups/backup-files.service.ts";
import { backupsToRemove } from "../../operations/backups/backup-retention.ts";

type Needs = Pick<Deps, "clock" | "database" | "installation" | "settings">;

/**
 * Makes and verifies a backup before a swap. A backup before an upgrade is stored beside the data,
 * named after the replaced version; three are kept. A backup before a rollback is never
 * removed.
 *
 * @throws UpdateFailure BackupFailed, DiskFull
 */
export async function backUpBefore(
  needs: Needs,
  journal: UpdateJournal,
  watch: PhaseWatch,
): Promise<void> {
  const { database, installation, settings } = needs;
  // Memory is lost with the process anyway.
  if (settings.DATABASE_URL === "sqlite::memory:") return;
  const isUpgrade = journal.action !== "rollback";
  try {
    await createBackup({
      database,
      url: settings.DATABASE_URL,
      dataDir: settings.DATA_DIR,
      ...(isUpgrade
        ? {
            folder: settings.DATA_DIR,
            namesIn: settings.BACKUP_DIR,
            name: `learning-${journal.fromVersion}.backup`,
          }
        : { folder: settings.BACKUP_DIR }),
      kind: isUpgrade ? "upgrade" : "pre_rollback",
      nowMs: journal.startedAtMs,
      disk: installation.disk,
      onProgress: () => goOn(watch),
    });
    await prune(needs);
  } catch (error) {
    watch.signal.throwIfAborted();
    throw asFailure(error, "BackupFailed");
  }
}

function goOn(watch: PhaseWatch): void {
  watch.progress();
  watch.signal.throwIfAborted();
}

/** Removes the backups of the oldest versions; other code manages all other backups. */
async function prune(needs: Needs): Promise<void> {
  const files = await listBackupFiles(needs);
  const upgrades = files.map((file) => ({ ...file, verified: file.complete }));
  for (const file of backupsToRemove(upgrades, Number.POSITIVE_INFINITY)) {
    await removeBackupFile(file);
  }
}
