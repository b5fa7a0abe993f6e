import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { VERSION } from "../../basics/version.ts";
import { writeTar, type TarInput } from "../../basics/tar-writer.ts";
import { createPrivateFile, sqliteFile } from "../connection.ts";
import { dialectOf } from "../dialect/dialect-of.ts";
import { migrationStatus } from "../migrate.ts";
import { readSchemaVersion } from "../schema-version.ts";
import type { Database } from "../tables.ts";
import { noteName, readUsedNames } from "./backup-names.ts";
import type { BackedUpFile, BackupFacts, BackupKind, BackupManifest } from "./backup-manifest.ts";
import { checkSqliteAside } from "./check-aside.ts";
import { copySqlite } from "./copy-sqlite.ts";
import { readingPostgres, readingSqlite } from "./dump-source.ts";
import { flushPath } from "../../basics/flush-path.ts";
import { digestOf } from "./file-digest.ts";
import { readDump } from "./read-dump.ts";
import { isOfSwap } from "./restore-files.ts";
import { writeDump } from "./write-dump.ts";

/** The parts of the data directory needed to continue on another machine: folders and a file. */
const FOLDERS = ["keys", "secrets"];
const FILES = ["amas_config.toml"];

/** Disk operations of a backup other than writing. */
interface BackupDisk {
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

const plainDisk: BackupDisk = { rename, remove: (path) => rm(path, { force: true }) };

export interface BackupOrder {
  readonly database: Database;
  /** Address of the same database. */
  readonly url: string;
  readonly dataDir: string;
  /** Folder of the backup; created if missing. */
  readonly folder: string;
  readonly kind: BackupKind;
  readonly nowMs: number;
  /**
   * Replaces the name built from kind and time, without extension; overwrites a backup of that
   * name.
   */
  readonly name?: string;
  /** Folder whose names and numbers the backup joins; default: `folder`. */
  readonly namesIn?: string;
  /** Renames and removes files; tests of full and failing disks supply another one. */
  readonly disk?: BackupDisk;
  /** Whether to write a dump even on SQLite, which either database can load. */
  readonly asDump?: boolean;
  /** Whether to leave out keys, secrets and the engine configuration. */
  readonly withoutFiles?: boolean;
  /** Finished and total number of pages or tables. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Makes a backup of the running service: a consistent snapshot, which is read in full before it
 * gets its name. `<name>.manifest.json` and `<name>.files.tar` are written next to it. Only their
 * owner can read them. If the backup fails, there is no file under its name.
 *
 * @throws Error if it cannot be written, DamagedBackupError if it differs from what was written
 */
export async function createBackup(order: BackupOrder): Promise<BackupManifest> {
  const { database, folder, kind, nowMs, disk = plainDisk } = order;
  const version = await readSchemaVersion(database);
  if (version.schema === 0) throw new Error("this database is empty: is DATABASE_URL right?");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isDump = order.asDump === true || dialectOf(database) === "postgres";
  const ending = isDump ? "dump" : "db";
  const { name, sequence } = await reserveName(order, ending);
  const path = join(folder, name);
  const part = `${path}.part`;
  const facts: BackupFacts = {
    format: 1,
    name,
    kind,
    database: dialectOf(database),
    version: VERSION,
    ...version,
    createdAt: new Date(nowMs).toISOString(),
  };
  const parts = [part, `${path}.files.tar.part`, `${path}.manifest.json.part`] as const;
  try {
    const rows = isDump ? await dumpTo(order, facts, part) : await copyTo(order, part);
    await flushPath(part);
    const files = order.withoutFiles === true ? [] : await packFiles(order.dataDir, parts[1]);
    const { size: sizeBytes } = await stat(part);
    const manifest = { ...facts, sequence, sizeBytes, sha256: await digestOf(part), rows, files };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(parts[2], text, { mode: 0o600, flush: true });
    // The database comes last: without a `.part` next to it, it is complete.
    for (const each of [...parts].toReversed()) {
      if (existsSync(each)) await disk.rename(each, each.slice(0, -".part".length));
    }
    await flushPath(folder);
    return manifest;
  } catch (error) {
    // A copy that ran out of space leaves its journal.
    for (const each of [...parts, `${part}-journal`]) await disk.remove(each);
    throw error;
  }
}

/**
 * Creates the empty `.part` of a backup, which reserves its name among all users of the folder. The
 * time in names is UTC; a second backup in the same second gets `-2`. Such a name is never
 * reused, because someone who noted it must not find another backup under it; a name that the order
 * prescribes is, and the former backup stays until the new one is complete.
 */
async function reserveName(order: BackupOrder, ending: string): Promise<Reserved> {
  const { folder, kind, nowMs, disk = plainDisk, namesIn = folder } = order;
  if (namesIn !== folder) await mkdir(namesIn, { recursive: true, mode: 0o700 });
  const used = await readUsedNames(namesIn);
  const taken = async (name: string) => {
    await noteName(namesIn, name, used.nextSequence);
    return { name, sequence: used.nextSequence };
  };
  if (order.name !== undefined) {
    const path = join(folder, `${order.name}.${ending}`);
    // A backup of this name that was cut off.
    for (const end of ["", ".files.tar", ".manifest.json"]) await disk.remove(`${path}${end}.part`);
    createPrivateFile(`${path}.part`);
    return taken(basename(path));
  }
  const [date = "", time = ""] = new Date(nowMs).toISOString().split("T");
  const stamp = `${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
  const base = `backup-${kind.replaceAll("_", "-")}-${stamp}`;
  for (let number = 1; ; number += 1) {
    const name = `${base}${number === 1 ? "" : `-${number}`}.${ending}`;
    if (!used.has(name) && (await isReserved(join(folder, name)))) return taken(name);
  }
}

interface Reserved {
  readonly name: string;
  readonly sequence: number;
}

/** @returns false if a backup of this name exists, finished or not */
async function isReserved(path: string): Promise<boolean> {
  if (existsSync(path)) return false;
  try {
    await (await open(`${path}.part`, "wx", 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  if (!existsSync(path)) return true;
  // The backup was finished just before.
  await rm(`${path}.part`);
  return false;
}

async function dumpTo(
  { database, url, onProgress }: BackupOrder,
  facts: BackupFacts,
  part: string,
): Promise<Record<string, number>> {
  const { applied, unknown } = await migrationStatus(database);
  const head = { ...facts, migrations: [...applied, ...unknown] };
  const write = (source: Parameters<typeof writeDump>[0]) =>
    writeDump(source, head, part, onProgress);
  const file = sqliteFile(url);
  await (file === undefined ? readingPostgres(database, write) : readingSqlite(file, write));
  return (await readDump(part)).rows;
}

async function copyTo({ url, onProgress }: BackupOrder, part: string) {
  const file = sqliteFile(url);
  if (file === undefined || file === ":memory:") throw new Error("this database is not a file");
  await copySqlite(file, part, onProgress);
  return (await checkSqliteAside(part)).rows;
}

async function packFiles(dataDir: string, path: string): Promise<BackedUpFile[]> {
  const inputs: TarInput[] = [];
  for (const folder of FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(() => []);
    const whole = entries.filter((each) => each.isFile() && !isOfSwap(each.name));
    for (const entry of whole) {
      inputs.push(await inputOf(dataDir, `${folder}/${entry.name}`));
    }
  }
  for (const name of FILES) {
    if (existsSync(join(dataDir, name))) inputs.push(await inputOf(dataDir, name));
  }
  inputs.sort((a, b) => (a.name < b.name ? -1 : 1));
  await writeTar(path, inputs);
  const files: BackedUpFile[] = [];
  for (const { name, path: from, mode } of inputs) {
    files.push({ path: name, sha256: await digestOf(from), mode });
  }
  return files;
}

async function inputOf(dataDir: string, name: string): Promise<TarInput> {
  const path = join(dataDir, name);
  const { mode, size } = await stat(path);
  return { name, path, mode: mode & 0o777, size };
}
