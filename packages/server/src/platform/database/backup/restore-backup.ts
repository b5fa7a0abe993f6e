import { createReadStream, createWriteStream, existsSync, rmSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../time/clock.ts";
import {
  createPrivateFile,
  openDatabase,
  sqliteFile,
  type DatabaseOptions,
} from "../connection.ts";
import { migrate } from "../migrate.ts";
import type { Database } from "../tables.ts";
import { copySqlite } from "./copy-sqlite.ts";
import { readingSqlite } from "./dump-source.ts";
import { flushPath } from "./file-digest.ts";
import { loadDump } from "./load-dump.ts";
import { listTar, type TarFile } from "./plain-tar.ts";
import { migrationsOfSqlite, schemaOfSqlite } from "./sqlite-schema.ts";
import { formatOf } from "./verify-backup.ts";
import { writeDump } from "./write-dump.ts";

const DATABASE_NAME = /^[A-Za-z0-9._-]+\.(db|dump)$/;
/** What a backup may hold of a data directory: nothing else is ever written there. */
const FILE_NAME = /^(keys\/|secrets\/)[A-Za-z0-9_-][A-Za-z0-9._-]*$|^amas_config\.toml$/;

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
    await extract(bundle, entry, join(folder, entry.name), 0o600);
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
}

/**
 * Replaces a database by a backup, and migrates it. SQLite: beside the old file, which it then
 * replaces; PostgreSQL: in one transaction. Until then the old database stays as it is.
 *
 * @returns names of the migrations applied after loading
 */
export async function restoreDatabase(order: RestoreOrder): Promise<string[]> {
  const file = sqliteFile(order.url);
  if (file !== undefined) return restoreSqlite(order, file);
  const isDump = (await formatOf(order.path)) === "dump";
  const dump = isDump ? order.path : await asDump(order.path);
  const database = await openDatabase(order.url, order.options);
  try {
    await loadDump(database, dump, order.rebuild);
    return (await migrate(database, order.clock)).applied;
  } finally {
    await database.destroy();
    if (!isDump) await rm(dump, { force: true });
  }
}

async function restoreSqlite({ path, options, clock, rebuild }: RestoreOrder, file: string) {
  const part = `${file}.restoring`;
  for (const end of ["", "-wal", "-shm", "-journal"]) await rm(`${part}${end}`, { force: true });
  createPrivateFile(part);
  const isCopy = (await formatOf(path)) === "db";
  if (isCopy) await copySqlite(path, part);
  const database = await openDatabase(`sqlite:${part}`, options);
  let applied: string[];
  try {
    if (!isCopy) await loadDump(database, path, rebuild);
    applied = (await migrate(database, clock)).applied;
  } finally {
    await database.destroy();
  }
  await flushPath(part);
  settleLog(file);
  await rename(part, file);
  await flushPath(dirname(file));
  return applied;
}

/** A log that stays beside the file would be taken for that of the new one. */
function settleLog(file: string): void {
  if (existsSync(file)) {
    try {
      const old = new DatabaseSync(file);
      old.exec("pragma wal_checkpoint(truncate)");
      old.close();
    } catch {
      // It is damaged: there is nothing that its log could save.
    }
  }
  for (const end of ["-wal", "-shm", "-journal"]) rmSync(`${file}${end}`, { force: true });
}

/** A SQLite copy as a dump beside it, for PostgreSQL. */
async function asDump(path: string): Promise<string> {
  const dump = `${path}.dump.part`;
  const facts = {
    format: 1,
    kind: "manual",
    database: "sqlite",
    ...{ name: basename(path), version: "", createdAt: "" },
    ...{ schema: schemaOfSqlite(path), minReaderSchema: 0 },
    migrations: migrationsOfSqlite(path),
  } as const;
  await readingSqlite(path, (source) => writeDump(source, facts, dump));
  return dump;
}

/**
 * Puts keys, secrets and the engine configuration of a backup into a data directory, with their
 * modes. Files that the backup does not have stay.
 *
 * @returns the names of the files
 */
export async function restoreFiles(path: string, dataDir: string): Promise<string[]> {
  const archive = `${path}.files.tar`;
  if (!existsSync(archive)) return [];
  const files = (await listTar(archive)).filter(({ name }) => FILE_NAME.test(name));
  for (const file of files) {
    const target = join(dataDir, file.name);
    if (dirname(target) !== dataDir) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await extract(archive, file, `${target}.part`, file.mode & 0o600);
    await rename(`${target}.part`, target);
  }
  return files.map(({ name }) => name);
}

async function extract(archive: string, file: TarFile, to: string, mode: number): Promise<void> {
  await rm(to, { force: true });
  createPrivateFile(to);
  if (file.size > 0) {
    const range = { start: file.start, end: file.start + file.size - 1 };
    const target = createWriteStream(to, { mode, flush: true });
    await pipeline(createReadStream(archive, range), target);
  }
  if ((await stat(to)).size !== file.size) throw new Error(`${file.name} is not complete`);
}
