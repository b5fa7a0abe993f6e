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
 * Takes a bundle apart into a folder that exists, for its owner only.
 *
 * @returns path of its database file
 * @throws Error when it is no bundle
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
  /** A verified database file, of either form. */
  readonly path: string;
  /** Address of the database to fill. Nobody else may use it. */
  readonly url: string;
  readonly options: DatabaseOptions;
  readonly clock: Clock;
  /** Makes what dumps leave out. */
  readonly rebuild: (tx: Database) => Promise<void>;
  /**
   * Puts right what the backup cannot know, on the migrated database. On PostgreSQL in the
   * transaction of the load, which may be repeated.
   */
  readonly settle: (database: Database) => Promise<void>;
}

/** A restored database that is complete. */
export interface PreparedRestore {
  /** Names of the migrations applied after loading. */
  readonly applied: string[];
  /** Whether it still has to take the place of the old one: see `finishRestore`. */
  readonly waits: boolean;
}

/**
 * Makes a database of a backup, migrates and settles it, and puts it in the place of the present
 * one. On PostgreSQL in one transaction. A SQLite file that is complete stays beside the present
 * one, which may be in use, until `finishRestore` is called, in this process or after a crash in
 * another one. Until then the present database stays as it is.
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

/** Reads a backup of either form. */
async function rowsOf(path: string): Promise<(reader: DumpReader) => Promise<unknown>> {
  const isDump = (await formatOf(path)) === "dump";
  return (reader) => (isDump ? readDump(path, reader) : readSqliteAsDump(path, reader));
}

async function prepareSqlite(order: RestoreOrder, file: string): Promise<string[]> {
  removeUnfinished(file);
  try {
    const part = restoringFile(file);
    const applied = await makeSqlite(order, part);
    await flushPath(part);
    // Its name says that it is complete.
    await rename(part, restoredFile(file));
    await flushPath(dirname(file));
    return applied;
  } catch (error) {
    // The disk may be full.
    removeUnfinished(file);
    throw error;
  }
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
