import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { listBackupFiles, newestFirst, type BackupFile } from "./backup-files.service.ts";
import { listBackupRows, removeBackupRows, upsertBackupRow } from "./backups.repo.ts";
import type { BackupsTable } from "./backups.tables.ts";

type Needs = Pick<Deps, "database" | "instance" | "settings">;

/** A backup as shown to administrators. */
export interface KnownBackup {
  readonly name: string;
  readonly kind: BackupFile["kind"];
  readonly sizeBytes: number;
  readonly createdAtMs: number;
  readonly version: string | null;
  readonly sha256: string;
  readonly verified: boolean;
  /** As in `BackupFile`. */
  readonly sequence: number;
  /** The machine that has it on disk. */
  readonly host: string;
}

/**
 * All backups, newest first: those on this machine's disk as they are now, and those of other
 * machines as recorded by them. Files in a folder shared by several machines are listed once.
 */
export async function listBackups(needs: Needs): Promise<KnownBackup[]> {
  const { database, instance } = needs;
  const own = await registerOwn(needs);
  const rows = await listBackupRows(database);
  const others = rows.filter(({ host, name }) => host !== instance.host && !own.has(name));
  return [...own.values(), ...others].map(backupOf).toSorted(newestFirst);
}

/** The record of a backup with this name. @returns undefined if no machine has it */
export async function findBackup(needs: Needs, name: string): Promise<KnownBackup | undefined> {
  return (await listBackups(needs)).find((backup) => backup.name === name);
}

/** Records that a backup was found good or damaged. */
export async function noteVerified(needs: Needs, file: BackupFile, ok: boolean): Promise<void> {
  await upsertBackupRow(needs.database, rowOf(needs.instance.host, file, ok));
}

/** Records a backup that was just made. */
export async function registerBackup(tx: Database, host: string, file: BackupFile): Promise<void> {
  await upsertBackupRow(tx, rowOf(host, file, file.complete));
}

/**
 * Matches this machine's rows with its disk: files come and go without the service, and a restored
 * database only knows files of its own time. Records of the same file by another machine are
 * removed: the folder is shared, or this is that machine under a new name, as in containers.
 */
async function registerOwn({ database, instance, settings }: Needs) {
  const files = await listBackupFiles({ settings });
  return transact(database, async (tx) => {
    const rows = await listBackupRows(tx);
    const isOwn = ({ host }: BackupsTable) => host === instance.host;
    const known = new Map(rows.filter(isOwn).map((row) => [row.name, row]));
    // Without a manifest, nothing shows whether it is the same file.
    const digests = new Map(files.map(({ name, sha256 }) => [name, sha256 || undefined]));
    for (const row of rows.filter((row) => !isOwn(row) && digests.get(row.name) === row.sha256)) {
      await removeBackupRows(tx, row.host, [row.name]);
      // Earlier check results for the file remain valid.
      if (!known.has(row.name)) known.set(row.name, row);
    }
    const own = new Map<string, BackupsTable>();
    for (const file of files) {
      const before = known.get(file.name);
      // Once found damaged, it stays damaged until it is found good.
      const isSame = before?.sha256 === file.sha256 && before.size_bytes === file.sizeBytes;
      const row = rowOf(instance.host, file, file.complete && (!isSame || before.verified === 1));
      own.set(file.name, row);
      if (JSON.stringify(sorted(row)) !== JSON.stringify(before && sorted(before))) {
        await upsertBackupRow(tx, row);
      }
    }
    const gone = [...known.keys()].filter((name) => !own.has(name));
    await removeBackupRows(tx, instance.host, gone);
    return own;
  });
}

const sorted = (row: BackupsTable) => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));

function rowOf(host: string, file: BackupFile, verified: boolean): BackupsTable {
  return {
    host,
    name: file.name,
    kind: file.kind,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    version: file.version,
    schema_number: file.schema,
    verified: verified ? 1 : 0,
    created_at_ms: Math.round(file.createdAtMs),
    sequence: file.sequence,
  };
}

function backupOf(row: BackupsTable): KnownBackup {
  return {
    name: row.name,
    kind: row.kind as KnownBackup["kind"],
    host: row.host,
    sizeBytes: row.size_bytes,
    createdAtMs: row.created_at_ms,
    sequence: row.sequence,
    version: row.version,
    sha256: row.sha256,
    verified: row.verified === 1,
  };
}
