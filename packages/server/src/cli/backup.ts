import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createBackup, type BackupOrder } from "../platform/database/backup/create-backup.ts";
import { writeTar } from "../platform/basics/tar-writer.ts";
import { unpackBundle } from "../platform/database/backup/restore-backup.ts";
import { formatOf, verifyBackup } from "../platform/database/backup/verify-backup.ts";
import { finishForsakenRestore } from "../platform/database/backup/finish-restore.ts";
import {
  inWorkingFolder,
  sweepWorkingFolders,
} from "../platform/database/backup/working-folder.ts";
import { sqliteFile } from "../platform/database/connection.ts";
import { readSettings } from "../platform/settings/settings.ts";
import { systemClock } from "../platform/time/clock.ts";
import { openCommandDatabase } from "./command-database.ts";
import { parseWords } from "./command-words.ts";
import { UsageError, type Command, type Output } from "./output.ts";
import { progressOf } from "./progress-line.ts";

/** `backup` makes a backup, even of a running service; `backup verify FILE` reads one in full. */
export const backupCommand: Command = async (args, output) => {
  if (args[0] === "verify") return verify(args.slice(1), output);
  const { flags, values, rest } = parseWords(args, ["--no-files"], ["--out", "--as"]);
  const [as, out] = [values.get("--as"), values.get("--out")];
  if (rest.length > 0) throw new UsageError(`backup takes no ${rest[0]}`);
  if (as !== undefined && as !== "dump") throw new UsageError("--as takes only dump");
  if (out !== undefined && !out.endsWith(".tar")) throw new UsageError("--out takes a .tar file");
  if (out !== undefined && existsSync(out)) throw new Error(`${out} is there already`);

  const settings = readSettings();
  await finishForsakenRestore(settings);
  if (out !== undefined) await sweepWorkingFolders([dirname(out)]);
  const live = sqliteFile(settings.DATABASE_URL);
  if (live !== undefined && !existsSync(live)) throw new Error(`${live} is not there`);
  const database = await openCommandDatabase(settings);
  const progress = progressOf("backup", output);
  const order = {
    database,
    url: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    nowMs: systemClock.nowMs(),
    asDump: as === "dump",
    withoutFiles: flags.has("--no-files"),
    kind: "manual",
    onProgress: progress.at,
  } as const;
  try {
    if (out !== undefined) {
      await makeBundle(order, out);
      progress.end();
      output.print(`made ${out}`);
      return 0;
    }
    const folder = settings.BACKUP_DIR;
    const { name, sizeBytes, rows } = await createBackup({ ...order, folder });
    progress.end();
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    output.print(`made ${join(folder, name)} (${sizeBytes} bytes, ${total} rows), and verified it`);
    return 0;
  } finally {
    progress.end();
    await database.destroy();
  }
};

/** Writes database, manifest and files to one archive, which gets its name when it is complete. */
async function makeBundle(order: Omit<BackupOrder, "folder">, out: string): Promise<void> {
  const place = { what: "backup", beside: dirname(out), dataDir: order.dataDir } as const;
  await inWorkingFolder(place, async (folder) => {
    const { name } = await createBackup({ ...order, folder });
    const names = [name, `${name}.manifest.json`, `${name}.files.tar`];
    const inputs = names.map((each) => ({ name: each, path: join(folder, each), mode: 0o600 }));
    const archive = join(folder, "bundle");
    const present = inputs.filter(({ path }) => existsSync(path));
    await writeTar(archive, present);
    await rename(archive, out);
  });
}

async function verify(args: readonly string[], output: Output): Promise<number> {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new UsageError("backup verify takes one file");
  return withDatabaseFile(file, dirname(file), (path) => printChecks(path, output));
}

/** Prints each check of a backup. @returns 0 if all passed, otherwise 1 */
export async function printChecks(path: string, output: Output): Promise<number> {
  const checks = await verifyBackup(path);
  for (const { name, ok, detail } of checks) {
    output.print(`${ok ? "good" : "BAD "} ${name}: ${detail}`);
  }
  return checks.every(({ ok }) => ok) ? 0 : 1;
}

/** Calls `work` with the database file of a backup; a bundle is unpacked into `beside` first. */
export async function withDatabaseFile<T>(
  file: string,
  beside: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new Error(`${file} is not there`);
  if (!file.endsWith(".tar")) {
    if ((await formatOf(file)) === undefined) throw new Error(`${file} is no backup`);
    return work(file);
  }
  await sweepWorkingFolders([beside]);
  return inWorkingFolder({ what: "bundle", beside }, async (folder) =>
    work(await unpackBundle(file, folder)),
  );
}
