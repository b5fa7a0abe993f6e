import { existsSync, statSync } from "node:fs";
import { sql } from "kysely";
import { indexAllWords } from "../features/library/words/word-index.service.ts";
import { createBackup } from "../platform/database/backup/create-backup.ts";
import { restoreDatabase, restoreFiles } from "../platform/database/backup/restore-backup.ts";
import { verifyBackup } from "../platform/database/backup/verify-backup.ts";
import { claimSqlite } from "../platform/database/claim-sqlite.ts";
import { openDatabase, sqliteFile } from "../platform/database/connection.ts";
import { readSchemaVersion } from "../platform/database/schema-version.ts";
import type { Database } from "../platform/database/tables.ts";
import { messageOf } from "../platform/basics/thrown.ts";
import { readSettings, type Settings } from "../platform/settings/settings.ts";
import { systemClock } from "../platform/time/clock.ts";
import { withDatabaseFile } from "./backup.ts";
import { parseWords } from "./command-words.ts";
import { UsageError, type Command, type Output } from "./output.ts";
import { progressOf } from "./progress-line.ts";

/** A process that was seen within this time may still use the database. */
const PROCESS_GONE_MS = 30_000;

/** Fills the database, and the data directory, from a backup. */
export const restoreCommand: Command = async (args, output) => {
  const words = parseWords(args, ["--dry-run", "--replace", "--yes", "--no-files"]);
  const [file, ...more] = words.rest;
  if (file === undefined || more.length > 0) throw new UsageError("restore takes one file");
  if (words.flags.has("--replace") && !words.flags.has("--yes")) {
    throw new UsageError("--replace needs --yes: the database is replaced");
  }
  const settings = readSettings();
  return withDatabaseFile(file, settings.DATA_DIR, (path) =>
    restore({ settings, output, flags: words.flags }, path),
  );
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
  // Backups without a manifest can be used; what it would have told is told by the rest.
  if (bad.some(({ name }) => name !== "manifest")) {
    output.complain("The backup is not good: nothing was changed.");
    return 1;
  }
  const release = await claimSqlite(settings.DATABASE_URL, { waitMs: 0, onWait() {} });
  try {
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
    const options = optionsOf(settings);
    const url = settings.DATABASE_URL;
    const applied = await restoreDatabase({
      ...{ path, url, options },
      clock: systemClock,
      rebuild: indexAllWords,
    });
    const files = flags.has("--no-files") ? [] : await restoreFiles(path, settings.DATA_DIR);
    for (const name of applied) output.print(`applied ${name}`);
    output.print(`Restored: ${what}, ${files.length} files.`);
    return 0;
  } finally {
    release();
  }
}

function optionsOf(settings: Settings) {
  return { busyTimeoutMs: settings.SQLITE_BUSY_TIMEOUT_MS, poolSize: 1 };
}

/** A database that cannot be read counts as filled. */
async function lookAt(settings: Settings): Promise<{ isFilled: boolean; isServed: boolean }> {
  const file = sqliteFile(settings.DATABASE_URL);
  if (file !== undefined) {
    const isFilled = existsSync(file) && statSync(file).size > 0;
    return { isFilled, isServed: false };
  }
  const database = await openDatabase(settings.DATABASE_URL, optionsOf(settings));
  try {
    const { schema } = await readSchemaVersion(database);
    return { isFilled: schema > 0, isServed: schema > 0 && (await isServed(database)) };
  } finally {
    await database.destroy();
  }
}

async function isServed(database: Database): Promise<boolean> {
  const since = systemClock.nowMs() - PROCESS_GONE_MS;
  const found = await sql`select 1 from service_instances
    where last_seen_at_ms > ${since} limit 1`.execute(database);
  return found.rows.length > 0;
}

async function keepFormer(settings: Settings, output: Output): Promise<void> {
  const progress = progressOf("backup of the database as it is", output);
  try {
    const database = await openDatabase(settings.DATABASE_URL, optionsOf(settings));
    try {
      const { name } = await createBackup({
        ...{ database, url: settings.DATABASE_URL, dataDir: settings.DATA_DIR },
        ...{ folder: settings.BACKUP_DIR, kind: "pre_restore", nowMs: systemClock.nowMs() },
        onProgress: progress.at,
      });
      progress.end();
      output.print(`The database as it was is kept as ${name}.`);
    } finally {
      await database.destroy();
    }
  } catch (error) {
    progress.end();
    output.print(`The database as it was could not be kept: ${messageOf(error)}`);
  }
}
