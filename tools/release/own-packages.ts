import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleaseFile } from "./release-archive.ts";

const OURS = "@wordloom/";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
}

const NOT_RUN = /^(?:testing|dist|tsconfig\.json|README\.md|golden|.*\.test\.ts|\..*)$/;

/**
 * Our packages as sources, so that exactly the tested code runs.
 *
 * Node finds packages by name only in `node_modules`, but strips no types in there, and an archive
 * without links cannot hold npm's links. So `node_modules` gets a package with a one-line file per
 * entry point, which re-exports the real one.
 *
 * @param version  without the `v`; replaces the version in the manifests
 */
export function ownPackages(root: string, version: string): ReleaseFile[] {
  return foldersThatRun(root).flatMap((folder) => {
    const { devDependencies: _, ...manifest } = readManifest(join(root, "packages", folder));
    const released = jsonFile(`packages/${folder}/package.json`, { ...manifest, version });
    return [
      ...sources(root, `packages/${folder}`).filter(({ path }) => path !== released.path),
      ...[released, ...passingOn(folder, { ...manifest, version })],
    ];
  });
}

/** Folders below `packages/` that the server needs, itself included. */
export function foldersThatRun(root: string): string[] {
  const folders = new Set(["server"]);
  // A set also visits what is added while it is walked.
  for (const folder of folders) {
    const needed = Object.keys(readManifest(join(root, "packages", folder)).dependencies ?? {});
    for (const name of needed) if (name.startsWith(OURS)) folders.add(name.slice(OURS.length));
  }
  return [...folders].toSorted();
}

/** The package in `node_modules` that re-exports ours. */
function passingOn(folder: string, { name, version, exports = {} }: Manifest): ReleaseFile[] {
  const entries = Object.entries(exports).map(([at, source]) => {
    const file = at === "." ? "./index.js" : `${at}.js`;
    return { at, file, target: `../../../packages/${folder}/${source.slice(2)}` };
  });
  // The server's exports are for tests and tools, which are not released.
  if (folder === "server") return [];
  const place = `node_modules/${name}`;
  const names = Object.fromEntries(entries.map(({ at, file }) => [at, file]));
  return [
    jsonFile(`${place}/package.json`, { name, version, type: "module", exports: names }),
    ...entries.map(({ file, target }) =>
      textFile(`${place}/${file.slice(2)}`, `export * from ${JSON.stringify(target)};\n`),
    ),
  ];
}

function sources(root: string, folder: string): ReleaseFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (NOT_RUN.test(entry.name)) return [];
    if (entry.isDirectory()) return sources(root, path);
    return [{ path, content: readFileSync(join(root, path)), mode: "0644" as const }];
  });
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

export function jsonFile(path: string, value: unknown): ReleaseFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

export function textFile(path: string, text: string, mode: ReleaseFile["mode"] = "0644") {
  return { path, content: Buffer.from(text), mode } satisfies ReleaseFile;
}
