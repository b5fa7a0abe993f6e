import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { sql } from "kysely";
import { personalTablesOf } from "../feature.ts";
import { features, wordTables } from "../features.ts";
import { writeAudit } from "../features/accounts/audit/audit.service.ts";
import { indexAllWords } from "../features/library/words/word-index.service.ts";
import { isUnwritable } from "../platform/basics/unwritable.ts";
import { createBackup } from "../platform/database/backup/create-backup.ts";
import { claimFiles, finishRestore } from "../platform/database/backup/finish-restore.ts";
import { prepareRestore } from "../platform/database/backup/restore-backup.ts";
import { readyFiles } from "../platform/database/backup/restore-files.ts";
import {
  timeOfBackup,
  verifyBackup,
  type BackupCheck,
} from "../platform/database/backup/verify-backup.ts";
import { claimSqlite } from "../platform/database/claim-sqlite.ts";
import { openDatabase, sqliteFile } from "../platform/database/connection.ts";
import { dialectOf } from "../platform/database/dialect/dialect-of.ts";
import { claimOverhaul, endOverhaul } from "../platform/database/overhaul-claim.ts";
import { latestStoredMs } from "../platform/database/stored-times.ts";
import { listTables } from "../platform/database/table-names.ts";
import type { Database } from "../platform/database/tables.ts";
import { randomIds } from "../platform/basics/ids.ts";
import { markRestored } from "../platform/database/restore-mark.ts";
import { createSessions } from "../platform/identity/sessions.ts";
import { eraseAgain } from "../features/operations/account-erasure/erase-again.service.ts";
import { messageOf } from "../platform/basics/thrown.ts";
import { readSettings, type Settings } from "../platform/settings/settings.ts";
import { systemClock } from "../platform/time/clock.ts";
import { withDatabaseFile } from "./backup.ts";
import { parseWords } from "./command-words.ts";
import { UsageError, type Command, type Output } from "./output.ts";
import { progressOf } from "./progress-line.ts";

/** A process that was seen within this time may still use the database. */
const PROCESS_GONE_MS = 30_000;
/** The table of running processes. */
const INSTANCES = "service_instances";

/** Fills the database, and the data directory, from a backup. */
export const restoreCommand: Command = async (args, output) => {
  const words = parseWords(args, ["--dry-run", "--replace", "--yes", "--no-files"]);
  const [file, ...more] = words.rest;
  if (file === undefined || more.length > 0) throw new UsageError("restore takes one file");
  if (words.flags.has("--replace") && !words.flags.has("--yes")) {
    throw new UsageError("--replace needs --yes: the database is replaced");
  }
  const settings = readSettings();
  await claimOverhaul(settings.DATABASE_URL);
  try {
    return await withDatabaseFile(file, settings.DATA_DIR, (path) =>
      restore({ settings, output, flags: words.flags }, path),
    );
  } finally {
    await endOverhaul(settings.DATABASE_URL);
  }
};

interface Job {
  readonly settings: Settings;
  readonly output: Output;
  readonly flags: ReadonlySet<string>;
}

async function restore({ settings, output, flags }: Job, path: string): Promise<number> {
  const checks = await verifyBackup(path);
  const bad = checks.filter(({ ok }) => !ok);
  for (const { name, detail } of bad) output.print(`BAD  ${name}: ${detail}`);
  // Backups without a manifest can be used; the other checks cover what it would have told.
  if (bad.some(({ name }) => name !== "manifest")) {
    output.complain("The backup is not good: nothing was changed.");
    return 1;
  }
  return claiming(settings, () => fill({ settings, output, flags }, path, checks));
}

/** Runs work while nobody else may use the database or the files that a restore replaces. */
async function claiming(settings: Settings, work: () => Promise<number>): Promise<number> {
  const atOnce = { waitMs: 0, onWait() {} };
  const releaseDatabase = await claimSqlite(settings.DATABASE_URL, atOnce);
  try {
    const releaseFiles = await claimFiles(settings.DATA_DIR, atOnce);
    try {
      return await work();
    } finally {
      releaseFiles();
    }
  } finally {
    releaseDatabase();
  }
}

async function fill(
  { settings, output, flags }: Job,
  path: string,
  checks: readonly BackupCheck[],
): Promise<number> {
  if (!flags.has("--dry-run")) await finishRestore(settings);
  const target = await lookAt(settings);
  if (target.isServed) throw new Error("a process uses this database: stop all of them first");
  if (target.isFilled && !flags.has("--replace")) {
    throw new Error("the database is not empty: --replace --yes replaces it");
  }
  const what = checks.find(({ name }) => name === "row_counts")?.detail ?? "";
  if (flags.has("--dry-run")) {
    output.print(`The backup is good (${what}). Nothing was changed.`);
    return 0;
  }
  if (target.isFilled) await keepFormer(settings, output);
  const { applied, files } = await replace(settings, path, !flags.has("--no-files"));
  for (const name of applied) output.print(`applied ${name}`);
  output.print(`Restored: ${what}, ${files.length} files.`);
  return 0;
}

/**
 * Puts keys and secrets in place at the last moment before the database: if that fails, nothing has
 * changed yet. After a restore that failed or was cut off, the database decides which restore it
 * belongs to, and therefore which keys and secrets are its own.
 */
async function replace(settings: Settings, path: string, withFiles: boolean) {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = settings;
  const epoch = randomIds.next();
  try {
    const files = withFiles ? await readyFiles({ path, dataDir, epoch }) : undefined;
    const { applied } = await prepareRestore({
      path,
      url,
      options: optionsOf(settings),
      clock: systemClock,
      rebuild: indexAllWords,
      settle: async (database) => {
        await settle({ settings, database, path, epoch });
        await files?.place();
      },
    });
    await finishRestore(settings);
    return { applied, files: files?.names ?? [] };
  } catch (error) {
    // The next command or start tries again.
    await finishRestore(settings).catch(() => {});
    throw error;
  }
}

interface Restored {
  readonly settings: Settings;
  readonly database: Database;
  readonly path: string;
  readonly epoch: string;
}

/** Erases accounts again that were erased after the backup; those who were signed in remain so. */
async function settle({ settings, database, path, epoch }: Restored): Promise<void> {
  const backupAtMs = Math.floor(await timeOfBackup(path));
  const atMs = systemClock.nowMs();
  await markRestored(database, { epoch, backupAtMs, restoredAtMs: atMs });
  const target = { type: "backup", id: basename(path) } as const;
  const metadata = { by: "command line" };
  await writeAudit(database, { action: "db_restore", target, metadata, atMs });
  const base = { settings, database, clock: systemClock, ids: randomIds };
  const personalTables = personalTablesOf(features);
  await eraseAgain({ ...base, personalTables, wordTables, sessions: createSessions(base) });
}

function optionsOf(settings: Settings) {
  return { busyTimeoutMs: settings.SQLITE_BUSY_TIMEOUT_MS, poolSize: 1 };
}

/** Facts that may prevent a restore from filling a database. */
interface Target {
  /** Whether it has tables of any program, or cannot be read. Checking creates none. */
  readonly isFilled: boolean;
  readonly isServed: boolean;
}

async function lookAt(settings: Settings): Promise<Target> {
  const file = sqliteFile(settings.DATABASE_URL);
  if (file === undefined) return lookInto(settings);
  // A process that serves a file has claimed it.
  if (!existsSync(file) || statSync(file).size === 0) return { isFilled: false, isServed: false };
  const { isFilled } = await lookInto(settings).catch(() => ({ isFilled: true }));
  return { isFilled, isServed: false };
}

async function lookInto(settings: Settings): Promise<Target> {
  const database = await openDatabase(settings.DATABASE_URL, optionsOf(settings));
  try {
    const tables = await listTables(database);
    const isServed = tables.includes(INSTANCES) && (await wasSeen(database));
    return { isFilled: tables.length > 0, isServed };
  } finally {
    await database.destroy();
  }
}

async function wasSeen(database: Database): Promise<boolean> {
  const nowMs = systemClock.nowMs();
  const { rows } = await sql<{ at_ms: number }>`
    select last_seen_at_ms as at_ms from ${sql.table(INSTANCES)}
    where last_seen_at_ms > ${nowMs - PROCESS_GONE_MS}`.execute(database);
  if (rows.some(({ at_ms }) => Number(at_ms) <= latestStoredMs(nowMs))) return true;
  // A clock was ahead: nobody knows whether that process is still there.
  return rows.length > 0 && (await areOthersConnected(database));
}

/** Whether PostgreSQL serves others than this command, one of whose two connections is a claim. */
async function areOthersConnected(database: Database): Promise<boolean> {
  if (dialectOf(database) === "sqlite") return false;
  const { rows } = await sql<{ many: boolean }>`select count(*) > 2 as many from pg_stat_activity
    where datname = current_database() and usename = current_user`.execute(database);
  return rows[0]?.many === true;
}

/** A damaged database cannot be kept; a readable one is backed up before it is replaced. */
async function keepFormer(settings: Settings, output: Output): Promise<void> {
  const progress = progressOf("backup of the database as it is", output);
  try {
    const database = await openDatabase(settings.DATABASE_URL, optionsOf(settings));
    try {
      const { name } = await createBackup({
        database,
        url: settings.DATABASE_URL,
        dataDir: settings.DATA_DIR,
        folder: settings.BACKUP_DIR,
        kind: "pre_restore",
        nowMs: systemClock.nowMs(),
        onProgress: progress.at,
      });
      progress.end();
      output.print(`The replaced database is kept as ${name}.`);
    } finally {
      await database.destroy();
    }
  } catch (error) {
    progress.end();
    if (isUnwritable(error)) {
      throw new Error(
        `the database as it is cannot be kept (${messageOf(error)}), so nothing was changed: ` +
          "see that BACKUP_DIR can be written and has room",
        { cause: error },
      );
    }
    output.print(`The replaced database could not be kept: ${messageOf(error)}`);
  }
}
