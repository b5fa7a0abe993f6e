import { featureOf, groupNumber, PLATFORM } from "./floors.ts";
import type { SourceFile } from "./source-file.ts";

/** What a feature's manifest (`x.feature.ts`) says about tables. */
interface Manifest {
  readonly feature: string;
  readonly path: string;
  readonly owns: readonly string[];
  readonly reads: readonly string[];
}

const MANIFEST = /\.feature\.ts$/;
/** Files that add something to the app or to the database. */
const NEEDS_MANIFEST = /\.(routes|worker|tables)\.ts$/;
/** Replaces a missing manifest's path: the feature owns and reads nothing. */
const NONE = "";
const ONLY_NAME = /Feature = \{\s*name: "[^"]*",?\s*\};/;
const STATEMENT_WRITES = /\b(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)/;
const BULK_WRITES = /\btable: "(\w+)"/;
const SQL_WRITES = /\b(?:insert into|update|delete from)\s+(\w+)/;
const STATEMENT_READS = /\b(?:selectFrom|\w+Join|from)\(\s*\(?"(\w+)/;
const SQL_READS = /\b(?:from|join)\s+(\w+)/;
const WRITES = [STATEMENT_WRITES, BULK_WRITES, SQL_WRITES];
const READS = [STATEMENT_READS, SQL_READS];

/** Migrations, which change tables of all features. */
const MIGRATIONS = `${PLATFORM}database/migrations/`;

/**
 * Statements on tables of other features. Only a table's owner writes to it; others read the tables
 * that their manifest names, and none of a higher group. A manifest names only tables that its
 * feature reads. The platform uses no feature's table.
 */
export function brokenTables(sources: readonly SourceFile[]): string[] {
  const written = sources.filter(({ path }) => MANIFEST.test(path)).map(readManifest);
  const named = new Set(written.map(({ feature }) => feature));
  const others = [...featuresIn(sources)].filter((feature) => !named.has(feature));
  const manifests = [
    ...written,
    ...others.map((feature) => ({ feature, path: NONE, owns: [], reads: [] })),
  ];
  const ownerOf = new Map<string, Manifest>();
  const faults: string[] = [];
  for (const manifest of manifests) {
    for (const table of manifest.owns) {
      const other = ownerOf.get(table);
      if (other !== undefined) faults.push(`${manifest.path}: ${other.feature} owns ${table} too`);
      ownerOf.set(table, manifest);
    }
  }
  for (const manifest of manifests) {
    const files = sources.filter(({ path }) => featureOf(path) === manifest.feature);
    faults.push(...brokenUse(manifest, files, ownerOf));
  }
  for (const { path, text } of sources) {
    if (!path.startsWith(PLATFORM) || path.startsWith(MIGRATIONS)) continue;
    for (const [table, owner] of foreignTables(text, [...WRITES, ...READS], undefined, ownerOf)) {
      faults.push(`${path}: ${table} belongs to ${owner.feature}, which the platform may not know`);
    }
  }
  return faults;
}

function nameless({ path }: Manifest): string {
  return path === NONE ? "no manifest names" : `${path} does not name`;
}

function featuresIn(sources: readonly SourceFile[]): Set<string> {
  return new Set(sources.flatMap(({ path }) => featureOf(path) ?? []));
}

function brokenUse(
  manifest: Manifest,
  files: readonly SourceFile[],
  ownerOf: ReadonlyMap<string, Manifest>,
): string[] {
  const faults: string[] = [];
  const read = new Set<string>();
  for (const { path, text } of files) {
    if (MANIFEST.test(path)) continue;
    for (const [table, owner] of foreignTables(text, WRITES, manifest, ownerOf)) {
      faults.push(`${path}: only ${owner.feature} writes to ${table}`);
    }
    for (const [table, owner] of foreignTables(text, READS, manifest, ownerOf)) {
      read.add(table);
      if (!manifest.reads.includes(table)) {
        faults.push(`${path}: reads ${table}, which ${nameless(manifest)}`);
      }
      if (groupNumber(owner.path) > groupNumber(path)) {
        faults.push(`${path}: ${table} belongs to ${owner.feature}, which is above it`);
      }
    }
  }
  const idle = manifest.reads.filter((table) => !read.has(table));
  return [...faults, ...idle.map((table) => `${manifest.path}: nothing here reads ${table}`)];
}

/** Tables of other features in statements of this kind, with their owners. */
function foreignTables(
  text: string,
  patterns: readonly RegExp[],
  manifest: Manifest | undefined,
  ownerOf: ReadonlyMap<string, Manifest>,
): Map<string, Manifest> {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
  const found = new Map<string, Manifest>();
  for (const pattern of patterns) {
    for (const [, table = ""] of code.matchAll(new RegExp(pattern, "g"))) {
      const owner = ownerOf.get(table);
      if (owner !== undefined && owner !== manifest) found.set(table, owner);
    }
  }
  return found;
}

function readManifest({ path, text }: SourceFile): Manifest {
  const feature = featureOf(path) ?? "";
  return { feature, path, owns: namesIn(text, "owns"), reads: namesIn(text, "reads") };
}

/** The names in `key: ["a", "b"]`. */
function namesIn(text: string, key: string): string[] {
  const list = new RegExp(`\\b${key}: \\[([^\\]]*)\\]`).exec(text)?.[1] ?? "";
  return [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
}

/**
 * Features that add something without a manifest, manifests missing from their group's list, and
 * manifests with nothing but a name.
 */
export function brokenManifests(sources: readonly SourceFile[]): string[] {
  const manifests = sources.filter(({ path }) => MANIFEST.test(path));
  const withManifest = new Set(manifests.flatMap(({ path }) => featureOf(path) ?? []));
  const adding = featuresIn(sources.filter(({ path }) => NEEDS_MANIFEST.test(path)));
  const listed = new Set(
    sources
      .filter(({ path }) => path.endsWith(".group.ts"))
      .flatMap(({ imports }) => imports.flatMap(({ target = "" }) => featureOf(target) ?? [])),
  );
  return [
    ...[...adding.difference(withManifest)].map(
      (feature) => `features/${feature}: has no manifest (x.feature.ts)`,
    ),
    ...[...withManifest.difference(listed)].map(
      (feature) => `features/${feature}: no group lists it`,
    ),
    ...manifests
      .filter(({ text }) => ONLY_NAME.test(text))
      .map(({ path }) => `${path}: says nothing but a name; the feature needs no manifest`),
  ];
}
