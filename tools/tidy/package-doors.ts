import { readFileSync } from "node:fs";
import path from "node:path";
import type { SourceFile } from "./source-file.ts";

/** Files outside any package: `tools`, `bench` and the configuration next to them. */
const ROOT = "the root";
const PACKAGE = /^(?:(?:apps|packages)\/[^/]+|tools\/generated-client)(?=\/)/;

/** Relative imports that leave their package: other packages are imported by name. */
export function brokenDoors(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path: file, imports }) =>
    imports.flatMap(({ target }) =>
      target === undefined || packageOf(file) === packageOf(target)
        ? []
        : [`${file}: ${target} is in another package; import it by the package's name`],
    ),
  );
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

/** Exports in a manifest that no other package uses. */
export function idleDoors(
  sources: readonly SourceFile[],
  folder: string,
  { name, exports = {} }: Manifest = readManifest(folder),
): string[] {
  const others = sources.filter(({ path: file }) => packageOf(file) !== folder);
  const used = new Set(others.flatMap(({ text }) => namesIn(text)));
  return Object.keys(exports).flatMap((entry) =>
    used.has(name + entry.slice(1))
      ? []
      : [`${folder}/package.json: no other package uses ${entry}`],
  );
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
}

/** Includes names in strings that are resolved at run time. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/"(@wordloom\/[^"]+)"/g)].map(([, name = ""]) => name);
}

function packageOf(file: string): string {
  return PACKAGE.exec(file)?.[0] ?? ROOT;
}
