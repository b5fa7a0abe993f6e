import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import {
  BACKUP_KINDS,
  parseManifest,
  type BackupKind,
} from "../../../platform/database/backup/backup-manifest.ts";

type Needs = Pick<Deps, "settings">;

/** A backup on this machine's disk. */
export interface BackupFile {
  /** File name of the database part. */
  readonly name: string;
  readonly path: string;
  readonly kind: BackupKind;
  readonly sizeBytes: number;
  readonly createdAtMs: number;
  /** Empty, null and null if its manifest is missing or unreadable. */
  readonly sha256: string;
  readonly version: string | null;
  readonly schema: number | null;
  /** Sequence number, from 1. 0: made by an earlier release, before all others. */
  readonly sequence: number;
  /** It has a manifest, which is written after the check, and the size stated there. */
  readonly complete: boolean;
}

/**
 * Names of backups before an update. They are stored beside the data; all others in the backup
 * folder.
 */
const UPGRADE = /^learning-v[0-9A-Za-z.-]+\.backup\.(db|dump)$/;
const OTHERS = /^backup-([a-z-]+)-\d{8}-\d{6}(-\d+)?\.(db|dump)$/;

/** By date. Of one moment, the last made comes first. */
export const newestFirst = (one: Dated, other: Dated): number =>
  other.createdAtMs - one.createdAtMs || other.sequence - one.sequence;

type Dated = Pick<BackupFile, "createdAtMs" | "sequence">;

/** Names that may be requested. */
const NAME = /^[A-Za-z0-9._-]+$/;

/** Suffixes of the files that belong to a backup, beside the database. */
const PARTS = [".manifest.json", ".files.tar"] as const;

/** All backups of this machine, newest first. */
export async function listBackupFiles(needs: Needs): Promise<BackupFile[]> {
  const { BACKUP_DIR, DATA_DIR } = needs.settings;
  const found = [
    ...(await namesIn(BACKUP_DIR, OTHERS)).map((name) => join(BACKUP_DIR, name)),
    ...(await namesIn(DATA_DIR, UPGRADE)).map((name) => join(DATA_DIR, name)),
  ];
  const files = await Promise.all(found.map(readBackupFile));
  return files.filter((file) => file !== undefined).toSorted(newestFirst);
}

async function namesIn(folder: string, form: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => form.test(name));
}

/** @returns undefined without such a backup on this machine */
export async function findBackupFile(
  { settings: { BACKUP_DIR, DATA_DIR } }: Needs,
  name: string,
): Promise<BackupFile | undefined> {
  if (!NAME.test(name)) return undefined;
  const folder = UPGRADE.test(name) ? DATA_DIR : OTHERS.test(name) ? BACKUP_DIR : undefined;
  return folder === undefined ? undefined : readBackupFile(join(folder, name));
}

/** @returns undefined if it is gone or is not a backup of a known kind */
async function readBackupFile(path: string): Promise<BackupFile | undefined> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const kind = kindOf(name);
  const about = await stat(path).catch(() => undefined);
  if (about?.isFile() !== true || kind === undefined) return undefined;
  const manifest = await readManifest(path);
  return {
    name,
    path,
    kind,
    sizeBytes: about.size,
    createdAtMs: manifest === undefined ? about.mtimeMs : Date.parse(manifest.createdAt),
    sha256: manifest?.sha256 ?? "",
    version: manifest?.version ?? null,
    schema: manifest?.schema ?? null,
    sequence: manifest?.sequence ?? 0,
    complete: manifest?.sizeBytes === about.size,
  };
}

/** Uses the name, because a manifest could be damaged. */
function kindOf(name: string): BackupKind | undefined {
  if (UPGRADE.test(name)) return "upgrade";
  const kind = OTHERS.exec(name)?.[1]?.replaceAll("-", "_");
  return BACKUP_KINDS.find((known) => known === kind);
}

async function readManifest(path: string) {
  try {
    return parseManifest(await readFile(`${path}.manifest.json`, "utf8"));
  } catch {
    return undefined;
  }
}

/** The existing parts of a backup, the database first. */
export function partsOf({ path }: Pick<BackupFile, "path">): string[] {
  return ["", ...PARTS].map((end) => path + end).filter((part) => existsSync(part));
}

/** Removes a backup, the database last, so that the remains after a crash are still listed. */
export async function removeBackupFile(file: Pick<BackupFile, "path">): Promise<void> {
  for (const part of partsOf(file).toReversed()) await rm(part, { force: true });
}
