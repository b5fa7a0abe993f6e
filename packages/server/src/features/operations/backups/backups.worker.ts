import type { Deps } from "../../../deps.ts";
import { counted } from "../../../platform/basics/english.ts";
import { settleSchemaCreation } from "../../../platform/database/migrate.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import {
  notifyAdmins,
  type NoticeSentence,
} from "../../accounts/admin-notices/admin-notices.service.ts";
import { readBackupAge, type BackupAge } from "./backup-age.service.ts";
import { removeLeftovers } from "./backup-leftovers.service.ts";
import { BACKUPS_BYTES_MANY } from "./backup-retention.ts";
import { listBackups } from "./backup-register.service.ts";
import { BACKUP_STALLED_MS, makeBackup } from "./make-backup.service.ts";

/** Makes one checked and recorded backup a day, and removes surplus ones. */
export const dailyBackup: Worker = {
  name: "daily_backup",
  schedule: { cron: "30 0 * * *" },
  runMaxMs: BACKUP_STALLED_MS,
  enabled: ({ settings }) => settings.DATABASE_URL !== "sqlite::memory:",
  async run(deps, signal, moves) {
    await makeBackup(deps, { kind: "daily", signal, ...(moves && { onProgress: moves }) });
  },
};

/** Checks that the last good backup is recent enough, and how much space all of them take. */
export const backupWatchdog: Worker = {
  name: "backup_watchdog",
  schedule: { cron: "0 * * * *" },
  async run(deps) {
    await settleSchemaCreation(deps.database, deps.clock.nowMs());
    await removeLeftovers(deps);
    const backups = await listBackups(deps);
    const age = await readBackupAge(deps);
    const bytes = backups.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes > BACKUPS_BYTES_MANY) {
      const remedy = "set BACKUP_KEEP lower, or BACKUP_DIR to a larger disk";
      deps.log.warn({ bytes, remedy }, "the backups take more than 10 GiB");
    }
    if (age.isStale) await raiseAlarm(deps, age);
  },
};

const NONE = "There is no good backup.";

async function raiseAlarm(deps: Deps, age: BackupAge): Promise<void> {
  const { ageHours, isDatedAhead } = age;
  const without = isDatedAhead ? "The last good backup is dated in the future." : NONE;
  const found =
    ageHours === undefined
      ? without
      : `The last good backup is ${counted(Math.floor(ageHours), "hour")} old.`;
  const remedy = "back up now, and find out why the nightly backup fails";
  deps.log.error({ ageHours: ageHours ?? null, remedy }, found);
  await notifyAdmins(deps, {
    kind: "backup_stale",
    subject: "backups",
    severity: "error",
    ...staleness(age),
    link: "/backups",
  });
}

function staleness({ ageHours, isDatedAhead }: BackupAge): NoticeSentence {
  if (ageHours !== undefined) {
    return { code: "backup_stale", args: { ageHours: Math.floor(ageHours) } };
  }
  return { code: isDatedAhead ? "backup_ahead" : "backup_missing", args: {} };
}
