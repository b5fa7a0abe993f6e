import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ReleaseDisk } from "./release-disk.ts";
import { compareTags, parseReleaseTag } from "./release-tags.ts";

/** A POSIX sh script that names the version it starts. */
export const LAUNCHER = "wordloom";
export const STATIC = "static";
const LIB = "lib";
const KEPT = 2;
/** Name of the tarball in the staging folder. */
export const TARBALL = "release.tar.gz";
const OWN_FILE =
  /^(?:staging-[A-Za-z0-9_-]+|wordloom(?:-v[0-9a-z.-]+)?\.new|update\.lock(?:\.\d+)?)$/;
export const LOCK_FILE = "update.lock";

/** The program of a version. */
export function libOf(installDir: string, tag: string): string {
  return join(installDir, LIB, tag);
}

/** The launcher of a replaced version. */
export function keptLauncher(installDir: string, tag: string): string {
  return join(installDir, `${LAUNCHER}-${tag}`);
}

/** The web apps of a replaced version. */
export function keptStatic(installDir: string, tag: string): string {
  return join(installDir, `${STATIC}-${tag}`);
}

/** Where a task downloads and unpacks. */
export function stagingOf(installDir: string, taskId: string): string {
  return join(installDir, `staging-${taskId}`);
}

/** Whether a replaced version can be put back without a download. */
export function isKept(installDir: string, tag: string): boolean {
  return [
    join(libOf(installDir, tag), "RELEASE.json"),
    keptLauncher(installDir, tag),
    keptStatic(installDir, tag),
  ].every((path) => existsSync(path));
}

/** Removes the staging folders that tasks left behind. */
export async function removeStaging(disk: ReleaseDisk, installDir: string): Promise<void> {
  for (const name of await namesIn(installDir)) {
    if (name !== LOCK_FILE && OWN_FILE.test(name)) await disk.remove(join(installDir, name));
  }
}

/**
 * Removes all replaced versions except two: the one before the current, and the newest of the
 * others.
 *
 * @param current  the tag in use @param former  the tag before it
 */
export async function pruneVersions(
  disk: ReleaseDisk,
  installDir: string,
  { current, former }: { readonly current: string; readonly former: string },
): Promise<void> {
  const groups = [
    [LIB, ""],
    [".", `${LAUNCHER}-`],
    [".", `${STATIC}-`],
  ] as const;
  for (const [folder, prefix] of groups) {
    const tags = (await namesIn(join(installDir, folder)))
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .filter((tag) => parseReleaseTag(tag) !== undefined && tag !== current)
      .toSorted((one, other) => compareTags(other, one));
    const kept = [former, ...tags.filter((tag) => tag !== former)]
      .filter((tag) => tags.includes(tag))
      .slice(0, KEPT);
    for (const tag of tags.filter((each) => !kept.includes(each))) {
      await disk.remove(join(installDir, folder, `${prefix}${tag}`));
    }
  }
}

/** The entries of a folder; empty if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}

/** Whether a folder contains only the updater's own files. */
export async function holdsNothing(installDir: string): Promise<boolean> {
  const names = (await namesIn(installDir)).filter((name) => !OWN_FILE.test(name));
  // A failed update leaves an empty `lib`.
  const isBare = names.every((name) => name === LIB);
  return isBare && (await namesIn(join(installDir, LIB))).length === 0;
}
