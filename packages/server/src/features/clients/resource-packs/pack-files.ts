import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "../../../platform/basics/thrown.ts";
import { makeDirectory } from "../../../platform/settings/data-directory.ts";
import type { Settings } from "../../../platform/settings/settings.ts";

// The files are a cache of one process. The database is authoritative.

type DataDir = Pick<Settings, "DATA_DIR">;

/** Identifies a file. Both parts have been checked before. */
export interface PackFile {
  readonly packId: string;
  readonly version: string;
}

/** Path of a payload below the address of the service. */
export function payloadPath({ packId, version }: PackFile): string {
  return `/packs/${packId}/${version}/payload.json`;
}

/**
 * Writes a payload durably. A reader sees all of it or nothing.
 *
 * @param draftId  different from that of any other writer
 */
export async function writePackFile(
  settings: DataDir,
  pack: PackFile,
  bytes: Uint8Array,
  draftId: string,
): Promise<void> {
  const path = pathOf(settings, pack);
  makeDirectory(dirname(path), 0o755);
  const draft = `${path}.${draftId}.new`;
  try {
    const file = await open(draft, "wx", 0o644);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** @returns undefined without a file */
export async function readPackFile(settings: DataDir, pack: PackFile): Promise<Buffer | undefined> {
  try {
    return await readFile(pathOf(settings, pack));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes a payload's folder. */
export async function removePackFile(settings: DataDir, pack: PackFile): Promise<void> {
  await rm(dirname(pathOf(settings, pack)), { force: true, recursive: true });
}

function pathOf({ DATA_DIR }: DataDir, { packId, version }: PackFile): string {
  return join(DATA_DIR, "packs", packId, version, "payload.json");
}
