import { renameSync, rmSync } from "node:fs";
import { chmod, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../../../platform/settings/data-directory.ts";
import type { AvatarTypeName } from "../users/users.tables.ts";
import type { Settings } from "../../../platform/settings/settings.ts";
import { codeOf } from "../../../platform/basics/thrown.ts";
import { imageTypes } from "./image-type.ts";

// The files are a cache of one process. The database is authoritative.

type DataDir = Pick<Settings, "DATA_DIR">;

/** Readable by all, so that a web server in front may serve the files directly. */
const READABLE_BY_ALL = 0o644;
const OPEN_TO_ALL = 0o755;

const TYPES = Object.keys(imageTypes) as AvatarTypeName[];

/** The owner and type of a picture, as encoded in the file's name. */
export interface AvatarName {
  readonly userId: string;
  readonly type: AvatarTypeName;
}

/** A picture that is on disk but not yet published. */
export interface AvatarDraft {
  /**
   * Replaces the learner's picture atomically: a viewer sees the old or the new one, never a part.
   * Synchronous, so that it can be the last step of a transaction.
   */
  publish(): void;
  discard(): Promise<void>;
}

export async function writeAvatarDraft(
  settings: DataDir,
  avatar: AvatarName & { bytes: Buffer; draftId: string },
): Promise<AvatarDraft> {
  const { userId, type, bytes, draftId } = avatar;
  makeDirectory(directory(settings), OPEN_TO_ALL);
  const draft = join(directory(settings), `.${userId}.${draftId}.new`);
  const discard = () => rm(draft, { force: true });
  try {
    await writeDurably(draft, bytes);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    publish() {
      renameSync(draft, pathOf(settings, { userId, type }));
      const others = TYPES.filter((other) => other !== type);
      for (const other of others) {
        rmSync(pathOf(settings, { userId, type: other }), { force: true });
      }
    },
    discard,
  };
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "wx", READABLE_BY_ALL);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  // The process's umask may have removed permission bits.
  await chmod(path, READABLE_BY_ALL);
}

const FILE_NAME = /^([A-Za-z0-9-]{1,64})\.(png|jpg|gif|webp)$/;

/** @returns undefined for anything but a valid picture name */
export function avatarNameOf(file: string): AvatarName | undefined {
  const [, userId, type] = FILE_NAME.exec(file) ?? [];
  return userId === undefined ? undefined : { userId, type: type as AvatarTypeName };
}

/** @returns undefined without a file */
export async function readAvatarFile(
  settings: DataDir,
  name: AvatarName,
): Promise<Buffer | undefined> {
  try {
    return await readFile(pathOf(settings, name));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

export async function removeAvatarFile(settings: DataDir, name: AvatarName): Promise<void> {
  await rm(pathOf(settings, name), { force: true });
}

/** The pictures in the folder. */
export async function listAvatarFiles(settings: DataDir): Promise<AvatarName[]> {
  return (await namesIn(settings)).flatMap((file) => avatarNameOf(file) ?? []);
}

/** Removes drafts left by a crash, i.e. those last written before this time. */
export async function removeLostDrafts(settings: DataDir, beforeMs: number): Promise<void> {
  for (const name of await namesIn(settings)) {
    if (!name.startsWith(".") || !name.endsWith(".new")) continue;
    const path = join(directory(settings), name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < beforeMs) await rm(path, { force: true });
  }
}

/** Removes the learner's picture, and drafts left by a crash. */
export async function removeAvatarFiles(settings: DataDir, userId: string): Promise<void> {
  for (const name of await namesIn(settings)) {
    const isOwn = name.startsWith(`${userId}.`) || name.startsWith(`.${userId}.`);
    if (isOwn) await rm(join(directory(settings), name), { force: true });
  }
}

async function namesIn(settings: DataDir): Promise<string[]> {
  try {
    return await readdir(directory(settings));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function directory({ DATA_DIR }: DataDir): string {
  return join(DATA_DIR, "avatars");
}

function pathOf(settings: DataDir, { userId, type }: AvatarName): string {
  return join(directory(settings), `${userId}.${type}`);
}
