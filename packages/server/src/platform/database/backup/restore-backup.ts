import { statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listTar } from "../../basics/tar-reader.ts";
import type { Clock } from "../../time/clock.ts";
import {
  createPrivateFile,
  openDatabase,
  sqliteFile,
  type DatabaseOptions,
} from "../connection.ts";
import { migrate, migrateWithin } from "../migrate.ts";
import type { Database } from "../tables.ts";
import { extractFile } from "./extract-file.ts";
import { flushPath } from "../../basics/flush-path.ts";
import { removeUnfinished, restoredFile, restoringFile } from "./finish-restore.ts";
import { loadDump } from "./load-dump.ts";
import { readDump, type DumpReader } from "./read-dump.ts";
import { readSqliteAsDump } from "./sqlite-as-dump.ts";
import { formatOf } from "./verify-backup.ts";

const DATABASE_NAME = /^[A-Za-z0-9._-]+\.(db|dump)$/;

/**
 * Unpacks a bundle into an existing folder, readable only by its owner.
 *
 * @returns path of its database file
 * @throws Error if it is not a bundle
 */
export async function unpackBundle(bundle: string, folder: string): Promise<string> {
  const entries = await listTar(bundle);
  const database = entries.find(({ name }) => DATABASE_NAME.test(name));
  if (database === undefined) throw new Error("there is no database in this archive");
  const wanted = ["", ".manifest.json", ".files.tar"].map((end) => `${database.name}${end}`);
  for (const entry of entries.filter(({ name }) => wanted.includes(name))) {
    await extractFile(bundle, entry, join(folder, entry.name), 0o600);
  }
  return join(folder, database.name);
}

export interface RestoreOrder {
  /** A verified database file, in either form. */
  readonly path: string;
  /** Address of the database to fill. Nobody else may use it. */
  readonly url: string;
  readonly options: DatabaseOptions;
  readonly clock: Clock;
  /** Rebuilds what dumps leave out. */
  readonly rebuild: (tx: Database) => Promise<void>;
  /**
   * Adjusts the migrated database to facts that the backup cannot know. On PostgreSQL it runs in
   * the transaction of the load, which may be repeated.
   */
  readonly settle: (database: Database) => Promise<void>;
}

/** A complete restored database. */
export interface PreparedRestore {
  /** Names of the migrations applied after loading. */
  readonly applied: string[];
  /** Whether it still has to replace the old database: see `finishRestore`. */
  readonly waits: boolean;
}

/**
 * Creates a database from a backup, migrates and settles it, and replaces the current one. On
 * PostgreSQL this is one transaction. A complete SQLite file waits next to the current one, which
 * may be in use, until `finishRestore` is called, in this process or after a crash in another one.
 * Until then the current database is unchanged.
 */
export async function prepareRestore(order: RestoreOrder): Promise<PreparedRestore> {
  const file = sqliteFile(order.url);
  if (file !== undefined) return { applied: await prepareSqlite(order, file), waits: true };
  const database = await openDatabase(order.url, order.options);
  try {
    let applied: string[] = [];
    await loadDump(database, await rowsOf(order.path), order.rebuild, async (tx) => {
      applied = (await migrateWithin(tx, order.clock)).applied;
      await order.settle(tx);
    });
    return { applied, waits: false };
  } finally {
    await database.destroy();
  }
}

/** Reads a backup in either form. */
async function rowsOf(path: string): Promise<(reader: DumpReader) => Promise<unknown>> {
  const isDump = (await formatOf(path)) === "dump";
  return (reader) => (isDump ? readDump(path, reader) : readSqliteAsDump(path, reader));
}

async function prepareSqlite(order: RestoreOrder, file: string): Promise<string[]> {
  removeUnfinished(file);
  try {
    const part = restoringFile(file);
    const applied = await makeSqlite(order, part);
    requireWhole(part);
    await flushPath(part);
    // The name marks the file as complete.
    await rename(part, restoredFile(file));
    await flushPath(dirname(file));
    return applied;
  } catch (error) {
    // The disk may be full.
    removeUnfinished(file);
    throw error;
  }
}

/** SQLite closes a file without an error even if there is no room to move its log into it. */
function requireWhole(part: string): void {
  const left = statSync(`${part}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (left > 0) throw new Error("the restored database could not be completed: the disk is full");
}

async function makeSqlite(order: RestoreOrder, part: string): Promise<string[]> {
  const { path, options, clock, rebuild, settle } = order;
  createPrivateFile(part);
  const database = await openDatabase(`sqlite:${part}`, options);
  try {
    await loadDump(database, await rowsOf(path), rebuild);
    const { applied } = await migrate(database, clock);
    await settle(database);
    return applied;
  } finally {
    await database.destroy();
  }
}
