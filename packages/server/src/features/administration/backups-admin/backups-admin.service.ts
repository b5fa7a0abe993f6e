import type { BackupEntry, BackupList, BackupVerification } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { verifyBackup } from "../../../platform/database/backup/verify-backup.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { readLastBackup } from "../../operations/backups/backup-age.service.ts";
import { findBackupFile, type BackupFile } from "../../operations/backups/backup-files.service.ts";
import {
  findBackup,
  listBackups,
  noteVerified,
  type KnownBackup,
} from "../../operations/backups/backup-register.service.ts";
import { BACKUPS_BYTES_MANY } from "../../operations/backups/backup-retention.ts";
import { makeBackup } from "../../operations/backups/make-backup.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "instance" | "settings">;

/**
 * Makes a backup of the running service.
 *
 * @throws AppError BACKUP_FAILED; the log contains the reason
 */
export async function makeManualBackup(
  needs: Needs & Parameters<typeof makeBackup>[0],
  by: Admin,
): Promise<BackupEntry> {
  const made = await makeBackup(needs, {
    kind: "manual",
    withEntry: async (tx, name) => {
      const target = { type: "backup", id: name } as const;
      await writeAudit(tx, { by, action: "db_backup.manual", target, atMs: needs.clock.nowMs() });
    },
  }).catch(() => refuse("BACKUP_FAILED"));
  return entryOf(made);
}

/** All backups, their total size, and the one to restore after an accident. */
export async function listAllBackups(needs: Needs): Promise<BackupList> {
  const backups = await listBackups(needs);
  return {
    backups: backups.map(entryOf),
    lastBackup: await readLastBackup(needs),
    totalBytes: backups.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    thresholdBytes: BACKUPS_BYTES_MANY,
  };
}

/**
 * Reads a backup in full. The result is stored: a damaged backup no longer counts as one.
 *
 * @throws AppError BACKUP_NOT_FOUND, BACKUP_ELSEWHERE
 */
export async function checkBackup(
  needs: Needs,
  by: Admin,
  name: string,
): Promise<BackupVerification> {
  const file = await backupHere(needs, name);
  const checks = await verifyBackup(file.path);
  const ok = checks.every((check) => check.ok);
  await transact(needs.database, async (tx) => {
    await noteVerified({ ...needs, database: tx }, file, ok);
    const target = { type: "backup", id: name } as const;
    const metadata = { ok, failed: checks.filter((check) => !check.ok).map((check) => check.name) };
    const atMs = needs.clock.nowMs();
    await writeAudit(tx, { by, action: "db_backup.verify", target, metadata, atMs });
  });
  return { ok, checks };
}

/**
 * A backup on this machine's disk.
 *
 * @throws AppError BACKUP_NOT_FOUND; BACKUP_ELSEWHERE when another machine has it
 */
export async function backupHere(needs: Needs, name: string): Promise<BackupFile> {
  const file = await findBackupFile(needs, name);
  if (file !== undefined) return file;
  return refuse((await findBackup(needs, name)) ? "BACKUP_ELSEWHERE" : "BACKUP_NOT_FOUND");
}

function entryOf({ createdAtMs, sequence: _, ...backup }: KnownBackup): BackupEntry {
  return { ...backup, createdAt: toTimestamp(createdAtMs) };
}
