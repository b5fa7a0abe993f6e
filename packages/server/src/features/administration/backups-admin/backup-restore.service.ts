import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { checkSqliteAside } from "../../../platform/database/backup/check-aside.ts";
import { DamagedBackupError } from "../../../platform/database/backup/damaged-backup.ts";
import { prepareRestore } from "../../../platform/database/backup/restore-backup.ts";
import {
  timeOfBackup,
  verifyBackup,
  type BackupCheck,
} from "../../../platform/database/backup/verify-backup.ts";
import { sqliteFile } from "../../../platform/database/connection.ts";
import { claimOverhaul, endOverhaul } from "../../../platform/database/overhaul-claim.ts";
import { markRestored } from "../../../platform/database/restore-mark.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { createSessions } from "../../../platform/identity/sessions.ts";
import { messageOf } from "../../../platform/basics/thrown.ts";
import { finishAudit, writeAudit } from "../../accounts/audit/audit.service.ts";
import { storeSetting } from "../../accounts/settings/settings.service.ts";
import { indexAllWords } from "../../library/words/word-index.service.ts";
import { eraseAgain } from "../../operations/account-erasure/erase-again.service.ts";
import type { BackupFile } from "../../operations/backups/backup-files.service.ts";
import { makeBackup } from "../../operations/backups/make-backup.service.ts";
import { listInstances } from "../instances/instances.service.ts";
import { backupHere } from "./backups-admin.service.ts";

type Needs = Pick<
  Deps,
  | "clock"
  | "database"
  | "events"
  | "ids"
  | "installation"
  | "instance"
  | "log"
  | "maintenance"
  | "metrics"
  | "personalTables"
  | "settings"
  | "wordTables"
>;

interface RestoreRequest {
  readonly name: string;
  readonly confirmName: string;
  readonly force?: boolean | null | undefined;
}

interface Restored {
  readonly restored: true;
  readonly restartRecommended: boolean;
  readonly preRestoreBackup: string | null;
}

/** Requests admitted before maintenance began end within this time. */
const REQUESTS_END_MS = 10_000;
const LOOK_EVERY_MS = 20;

/**
 * Replaces the database by a backup on this machine's disk. Learners are locked out meanwhile, and
 * the former database is kept as a backup. When the reply is sent, the restored database is
 * complete on disk. Then the app is reopened on it, with nothing kept in memory. Keys and secrets
 * are not changed.
 *
 * @throws AppError BACKUP_NOT_FOUND, BACKUP_ELSEWHERE; VALIDATION_ERROR when the name is not
 *   confirmed; BACKUP_INVALID, BACKUP_NEWER_SCHEMA; UPDATE_IN_PROGRESS; RESTORE_NOT_NEEDED
 */
export async function restoreFromBackup(
  needs: Needs,
  by: Admin,
  { name, confirmName, force }: RestoreRequest,
): Promise<Restored> {
  const file = await backupHere(needs, name);
  if (confirmName !== name) refuse("VALIDATION_ERROR", "confirmName has to be the backup's name.");
  requireGood(await verifyBackup(file.path));
  const { DATABASE_URL: url } = needs.settings;
  await claimOverhaul(url);
  try {
    if (force !== true && !(await isDamaged(needs))) refuse("RESTORE_NOT_NEEDED");
    return await replaceInMaintenance(needs, by, file);
  } finally {
    await endOverhaul(url);
  }
}

async function replaceInMaintenance(needs: Needs, by: Admin, file: BackupFile): Promise<Restored> {
  const wasOn = needs.maintenance.active;
  needs.maintenance.set(true);
  try {
    const done = await replace(needs, by, { file, wasOn });
    needs.installation.reopenApp();
    return done;
  } catch (error) {
    needs.maintenance.set(wasOn);
    throw error;
  }
}

/** A missing manifest does not count as damage, because the other checks cover its content. */
function requireGood(checks: readonly BackupCheck[]): void {
  const bad = checks.filter(({ name, ok }) => !ok && name !== "manifest");
  if (bad.length === 0) return;
  const isNewer = bad.every(({ name }) => name === "schema");
  refuse(isNewer ? "BACKUP_NEWER_SCHEMA" : "BACKUP_INVALID", bad.map(describe).join(" "));
}

const describe = ({ name, detail }: BackupCheck): string => `${name}: ${detail}.`;

/** Reads a SQLite file in full. A PostgreSQL server checks its files itself. */
async function isDamaged({ database, settings }: Needs): Promise<boolean> {
  const file = sqliteFile(settings.DATABASE_URL);
  try {
    if (file !== undefined) await checkSqliteAside(file);
    await database.selectFrom("users").select("id").limit(1).execute();
    return false;
  } catch {
    return true;
  }
}

async function replace(
  needs: Needs,
  by: Admin,
  { file, wasOn }: { readonly file: BackupFile; readonly wasOn: boolean },
): Promise<Restored> {
  const { clock, instance, settings } = needs;
  await requestsEnded(needs);
  const others = (await listInstances(needs).catch(() => [])).filter(
    ({ id }) => id !== instance.id,
  );
  const preRestoreBackup = await keepFormer(needs);
  const entry = await noteBegin(needs, by, file.name);
  await prepareRestore({
    path: file.path,
    url: settings.DATABASE_URL,
    clock,
    options: { busyTimeoutMs: settings.SQLITE_BUSY_TIMEOUT_MS, poolSize: 1 },
    rebuild: indexAllWords,
    settle: (restored) => settle({ ...needs, database: restored }, by, { file, wasOn }),
  }).catch(async (cause: unknown) => {
    await noteFailure(needs, entry, cause);
    if (cause instanceof DamagedBackupError) refuse("BACKUP_INVALID", `${cause.message}.`);
    throw cause;
  });
  needs.log.warn({ backup: file.name, preRestoreBackup }, "the database was restored");
  return { restored: true, restartRecommended: others.length > 0, preRestoreBackup };
}

/** Waits until only the restoring request is left. */
async function requestsEnded({ clock, metrics }: Needs): Promise<void> {
  const deadlineMs = clock.monotonicMs() + REQUESTS_END_MS;
  while (metrics.inflightNow() > 1 && clock.monotonicMs() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** @returns null if it cannot be read, which may be the reason for the restore */
async function keepFormer(needs: Needs): Promise<string | null> {
  try {
    return (await makeBackup(needs, { kind: "pre_restore" })).name;
  } catch (cause) {
    needs.log.warn({ cause }, "the replaced database could not be kept");
    return null;
  }
}

/**
 * A damaged database may refuse the entry. The restored one records it in any case.
 *
 * @returns its id, if it was stored
 */
async function noteBegin({ clock, database, log }: Needs, admin: Admin, name: string) {
  // The reply names the entry in the restored database.
  const { auditIds: _, ...by } = admin;
  const entry = {
    by,
    action: "db_restore" as const,
    target: { type: "backup" as const, id: name },
    outcome: "in_progress" as const,
    atMs: clock.nowMs(),
    completedAtMs: null,
  };
  try {
    return await transact(database, (tx) => writeAudit(tx, entry));
  } catch (cause) {
    log.warn({ cause }, "no entry could be added to the audit log of the replaced database");
    return undefined;
  }
}

/** Records the failure in the database that stays. */
async function noteFailure(
  { clock, database, log }: Needs,
  entry: number | undefined,
  cause: unknown,
): Promise<void> {
  log.error({ cause }, "the restore failed; the database is unchanged");
  if (entry === undefined) return;
  const end = { outcome: "failed", error: messageOf(cause), atMs: clock.nowMs() } as const;
  await transact(database, (tx) => finishAudit(tx, entry, end)).catch((error: unknown) => {
    log.warn({ cause: error }, "no entry could be added to the audit log");
  });
}

/** Corrects in the restored database what the backup cannot know. */
async function settle(
  needs: Needs & { readonly database: Database },
  by: Admin,
  { file, wasOn }: { readonly file: BackupFile; readonly wasOn: boolean },
): Promise<void> {
  const { clock, database, ids } = needs;
  const nowMs = clock.nowMs();
  await markRestored(database, {
    epoch: ids.next(),
    backupAtMs: Math.floor(await timeOfBackup(file.path)),
    restoredAtMs: nowMs,
  });
  await storeSetting(database, "maintenance_mode", wasOn, nowMs);
  await eraseAgain({ ...needs, sessions: createSessions(needs) });
  const target = { type: "backup" as const, id: file.name };
  await transact(database, (tx) =>
    writeAudit(tx, { by, action: "db_restore", target, atMs: nowMs }),
  );
}
