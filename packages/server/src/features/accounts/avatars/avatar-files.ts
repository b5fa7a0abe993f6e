import { renameSync, rmSync } from "node:fs";
import { chmod, open, readdir, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../../../platform/settings/data-directory.ts";
import type { AvatarTypeName } from "../users/users.tables.ts";
import type { Settings } from "../../../platform/settings/settings.ts";
import { codeOf } from "../../../platform/basics/thrown.ts";
import { imageTypes } from "./image-type.ts";

type DataDir = Pick<Settings, "DATA_DIR">;

/** Readable by all, so that a web server in front may serve the files directly. */
const READABLE_BY_ALL = 0o644;
const OPEN_TO_ALL = 0o755;

const TYPES = Object.keys(imageTypes) as AvatarTypeName[];

/** A picture that is on disk but not published yet. */
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
  avatar: { userId: string; type: AvatarTypeName; bytes: Buffer; draftId: string },
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
      renameSync(draft, pathOf(settings, userId, type));
      const others = TYPES.filter((other) => other !== type);
      for (const other of others) rmSync(pathOf(settings, userId, other), { force: true });
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

export interface AvatarFile {
  readonly bytes: Buffer;
  /** Changes with the content. */
  readonly etag: string;
  readonly contentType: string;
}

const FILE_NAME = /^[A-Za-z0-9-]{1,64}\.(png|jpg|gif|webp)$/;

/** @param name  as requested; anything but a valid picture name finds nothing */
export async function findAvatarFile(
  settings: DataDir,
  name: string,
): Promise<AvatarFile | undefined> {
  const type = FILE_NAME.exec(name)?.[1] as AvatarTypeName | undefined;
  if (type === undefined) return undefined;
  const file = await openIfThere(join(directory(settings), name));
  if (file === undefined) return undefined;
  try {
    const { size, mtimeMs } = await file.stat();
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs * 1000).toString(36)}"`;
    return { bytes: await file.readFile(), etag, contentType: imageTypes[type] };
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes the learner's picture, and drafts left by a crash. */
export async function removeAvatarFiles(settings: DataDir, userId: string): Promise<void> {
  const names = await readdir(directory(settings)).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    const isOwn = name.startsWith(`${userId}.`) || name.startsWith(`.${userId}.`);
    if (isOwn) await rm(join(directory(settings), name), { force: true });
  }
}

function directory({ DATA_DIR }: DataDir): string {
  return join(DATA_DIR, "avatars");
}

function pathOf(settings: DataDir, userId: string, type: AvatarTypeName): string {
  return join(directory(settings), `${userId}.${type}`);
}
