import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The service as a few files instead of two thousand modules: it starts in half the time and needs
 * less memory. Optional: without it the sources run. See docs/decisions/0042.
 *
 * This comes before everything else, so it uses Node's own modules only.
 */

/** Folder of the bundles, relative to the program's folder. */
export const BUNDLES = "packages/server/dist";
/** Name of a release's only bundle; its files are verified and nobody edits them. */
export const OF_RELEASE = "release";
/** Name of `cli/command-line.ts` in a bundle. */
export const BUNDLE_ENTRY = "command-line.js";

/** Sources of a bundle; the lock file stands for the npm packages. */
const SOURCE_FOLDERS = ["contract", "engine", "server"].map((name) =>
  join("packages", name, "src"),
);
const OTHER_SOURCES = ["package-lock.json", "tools/service/bundle-service.ts"];

/**
 * URL of the bundle of the current sources; undefined if there is none.
 *
 * @param root  of the checkout or release
 */
export function currentBundle(root: string): string | undefined {
  if (!existsSync(join(root, BUNDLES))) return undefined;
  const isRelease = existsSync(join(root, "RELEASE.json"));
  const name = isRelease ? OF_RELEASE : fingerprintOfSources(root);
  const entry = join(root, BUNDLES, name, BUNDLE_ENTRY);
  return existsSync(entry) ? pathToFileURL(entry).href : undefined;
}

/**
 * A hash of the names, sizes and times of all sources, by which bundles are named. Any different
 * time counts, even an older one; reading the contents would take longer than a bundle saves.
 */
export function fingerprintOfSources(root: string): string {
  const files = SOURCE_FOLDERS.flatMap((folder) => [...filesIn(join(root, folder), NOT_RUN)]);
  const others = OTHER_SOURCES.map((file) => join(root, file));
  const hash = createHash("sha256");
  for (const file of [...files.toSorted(), ...others]) {
    const stat = statSync(file, { throwIfNoEntry: false });
    hash.update(`${file.slice(root.length)}\0${stat?.size}\0${stat?.mtimeMs}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

const NOT_RUN = /^(?:testing|.*\.test\.ts)$/;

/** Paths of all files of a folder, except files and folders whose name matches `leftOut`. */
export function* filesIn(folder: string, leftOut: RegExp): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path, leftOut);
    else if (entry.isFile()) yield path;
  }
}
