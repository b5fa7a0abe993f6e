import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleaseFile } from "./release-archive.ts";

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  /** For a workspace: its folder. */
  readonly resolved?: string;
  readonly link?: true;
  readonly optional?: true;
  readonly os?: unknown;
  readonly cpu?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The packages of package-lock.json by their place, as `node_modules/zod`. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/** A package by its place in the lock. */
export interface PlacedPackage {
  readonly place: string;
  readonly name: string;
  readonly entry: LockedPackage;
}

export function readLock(root: string): Lock {
  const text = readFileSync(join(root, "package-lock.json"), "utf8");
  return (JSON.parse(text) as { readonly packages: Lock }).packages;
}

/**
 * Everything a workspace needs to run, by the lock alone, not by what happens to be installed.
 * Workspaces are left out themselves, but their dependencies are included.
 *
 * @param without  names to skip
 * @throws Error if a package is missing, or differs from machine to machine
 */
export function productionPackages(
  lock: Lock,
  workspace: string,
  without: readonly string[] = [],
): PlacedPackage[] {
  const found = new Map<string, PlacedPackage>();
  const follow = (from: string) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      lock[from] ?? {};
    const needed = { ...peerDependencies, ...optionalDependencies, ...dependencies };
    for (const name of Object.keys(needed)) {
      if (without.includes(name) || peerDependenciesMeta?.[name]?.optional === true) continue;
      const place = placeOf(lock, from, name);
      if (place === undefined) {
        // Optional ones may be missing; the service is tested without them.
        if (dependencies?.[name] === undefined) continue;
        throw new Error(`${from} needs ${name}, which package-lock.json does not have`);
      }
      if (found.has(place)) continue;
      const entry = lock[place] ?? {};
      if (entry.os !== undefined || entry.cpu !== undefined) {
        throw new Error(`${place} is for one kind of machine only, releases are not yet made so`);
      }
      found.set(place, { place, name, entry });
      follow(entry.link === true ? (entry.resolved ?? "") : place);
    }
  };
  follow(workspace);
  return [...found.values()]
    .filter(({ entry }) => entry.link !== true)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1));
}

/** Where Node finds a package: in the importing folder, or in one of its parents. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const place = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (place in lock) return place;
    if (at === "") return undefined;
  }
}

/** Files for people, compilers and debuggers, which Node never loads. */
const NOT_RUN = /\.(?:d\.[cm]?ts|[cm]?ts|tsx|flow|map|md|markdown|tsbuildinfo)$/i;
const NOT_RUN_FOLDERS = new Set(["node_modules", "test", "tests", "__tests__", "benchmarks"]);
/** A binary for one kind of machine: such packages would need a copy per architecture. */
const NATIVE = /\.(?:node|so|dylib|dll|exe)$/i;

/** Texts that must accompany every copy of a package. */
export const LICENSE_TEXT = /^(?:licen[cs]e|notice|copying|copyright|unlicense)/i;

/**
 * The files of an installed package that Node may load, and its license.
 *
 * @throws Error for native code
 */
export function packageFiles(root: string, place: string): ReleaseFile[] {
  const files: ReleaseFile[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) {
        if (!NOT_RUN_FOLDERS.has(entry.name)) walk(path);
      } else if (NATIVE.test(entry.name)) {
        throw new Error(`${path} is native code, releases are made without`);
      } else if (LICENSE_TEXT.test(entry.name) || !NOT_RUN.test(entry.name)) {
        files.push({ path, content: readFileSync(join(root, path)), mode: "0644" });
      }
    }
  };
  walk(place);
  return files;
}
