import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { installFolder, PROGRAM_FOLDER } from "../platform/release/release-info.ts";
import { webAppPaths, type WebAppName } from "../platform/settings/web-app-folders.ts";
import { filesIn } from "./service-bundle.ts";

/** The folder with the packages of this checkout or release. */
export const ROOT = PROGRAM_FOLDER;

/** A web app, built or not. */
export interface WebApp {
  readonly name: WebAppName;
  /** Folder of its sources. */
  readonly folder: string;
  /** Folder it is built to and served from. */
  readonly built: string;
}

/** A file in the built app that names the sources it was built from. */
export const STAMP = ".built";

/** The web apps that exist. */
export function findWebApps(root: string): WebApp[] {
  return Object.keys(webAppPaths)
    .map((name) => {
      const folder = join(root, "apps", name);
      return { name: name as WebAppName, folder, built: join(folder, "dist") };
    })
    .filter((app) => hasSources(app) || isBuilt(app));
}

/**
 * The web apps of a release, which are next to its launcher. Those of a version replaced by an
 * update are kept in a folder with its name, because its kept launcher still serves them.
 *
 * @param root  `lib/<tag>`
 */
export function findReleasedApps(root: string): WebApp[] {
  const install = installFolder(root);
  const kept = join(install, `static-${basename(root)}`);
  const from = existsSync(kept) ? kept : join(install, "static");
  return Object.keys(webAppPaths)
    .map((name) => ({ name: name as WebAppName, folder: "", built: join(from, name) }))
    .filter(isBuilt);
}

/** Whether there is a build to serve, current or not. */
export function isBuilt({ built }: WebApp): boolean {
  return existsSync(join(built, "index.html"));
}

/**
 * Whether the app has to be built before it is served: it was never built, or its sources have
 * changed since. False without sources.
 */
export function isStale(root: string, app: WebApp): boolean {
  if (!hasSources(app)) return false;
  const stamp = join(app.built, STAMP);
  if (!isBuilt(app) || !existsSync(stamp)) return true;
  return readFileSync(stamp, "utf8") !== fingerprintOf(root, app);
}

function hasSources({ folder }: WebApp): boolean {
  return existsSync(join(folder, "package.json"));
}

/** Changes to these concern every app: versions of bundled packages, and how the apps are built. */
const COMMON = ["package-lock.json", "tsconfig.base.json", "tools/apps/web-app-build.ts"];

/**
 * A hash of everything an app is built from: its folder and the packages of ours that it uses.
 * Contents count, not times, because a checkout of another version may set older times.
 */
export function fingerprintOf(root: string, { folder }: WebApp): string {
  const folders = [folder, ...packagesOf(root, folder)];
  const files = [...folders.flatMap((one) => [...filesIn(one, NOT_SOURCES)]), ...commonFiles(root)];
  const hash = createHash("sha256");
  for (const file of files.toSorted()) {
    const content = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function commonFiles(root: string): string[] {
  return COMMON.map((name) => join(root, name)).filter((file) => existsSync(file));
}

const OURS = "@wordloom/";

/** Folders of our packages that a package uses, directly or indirectly. */
function packagesOf(root: string, folder: string, found = new Set<string>()): Set<string> {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const used = join(root, "packages", name.slice(OURS.length));
    if (!name.startsWith(OURS) || found.has(used) || !existsSync(used)) continue;
    found.add(used);
    packagesOf(root, used, found);
  }
  return found;
}

const NOT_SOURCES = /^(\..*|node_modules|testing|dist(-\w+)?|.*\.test\.tsx?)$/;
