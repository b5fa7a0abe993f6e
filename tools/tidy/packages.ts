import { readFileSync } from "node:fs";
import path from "node:path";
import type { SourceFile } from "./source-file.ts";

/** Specifiers of imports that a file has at run time, on types, or replaces in tests. */
const SPECIFIERS = [
  /\bfrom\s*"([^"]+)"/g,
  /\bimport\s*"([^"]+)"/g,
  /\bimport\(\s*"([^"]+)"/g,
  /\bvi\.(?:mock|doMock)\(\s*"([^"]+)"/g,
];

/**
 * Relative imports that leave their package: other packages are used by their names, and only
 * through what their manifests export. Dynamic imports and tests count, too.
 */
export function brokenPackages(source: SourceFile): string[] {
  return specifiersOf(source)
    .filter((specifier) => specifier.startsWith("."))
    .filter((specifier) => packageOf(targetOf(source, specifier)) !== packageOf(source.path))
    .map((specifier) => `${source.path}: leaves its package by ${specifier}; use its name`);
}

/** What a manifest exports although no other package uses it. */
export function unusedExports(
  sources: readonly SourceFile[],
  { name, exports = {} }: Manifest,
  folder: string,
): string[] {
  const outside = sources.filter(({ path: file }) => packageOf(file) !== folder);
  const used = new Set(outside.flatMap(({ text }) => namesIn(text, name)));
  return Object.keys(exports).flatMap((entry) =>
    used.has(name + entry.slice(1))
      ? []
      : [`${folder}/package.json: no other package uses ${entry}`],
  );
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
}

/** The folder of a file's package; empty for that of the repository, with `bench` and `tools`. */
function packageOf(file: string): string {
  return /^(?:(?:packages|apps)\/[^/]+|tools\/generated-client)(?=\/)/.exec(file)?.[0] ?? "";
}

function targetOf(source: SourceFile, specifier: string): string {
  return path.posix.join(path.posix.dirname(source.path), specifier);
}

function specifiersOf({ text }: SourceFile): string[] {
  return SPECIFIERS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
}

/** Every string of the text that names the package or one of its entries. */
function namesIn(text: string, name: string): string[] {
  return [...text.matchAll(/"(@wordloom\/[^"]+)"/g)].flatMap(([, found = ""]) =>
    found === name || found.startsWith(`${name}/`) ? [found] : [],
  );
}
