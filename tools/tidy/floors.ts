import type { SourceFile } from "./source-file.ts";

const SERVER = "packages/server/src/";
export const FEATURES = `${SERVER}features/`;
export const PLATFORM = `${SERVER}platform/`;

/** Groups of features; each uses only itself and those before it. */
const GROUPS = [
  "accounts",
  "library",
  "clients",
  "progress",
  "adaptation",
  "study",
  "operations",
  "administration",
] as const;

/** Folders of the platform; each uses only itself and those before it. */
const FOLDERS = [
  "basics",
  "time",
  "settings",
  "observability",
  "database",
  "memory",
  "peers",
  "identity",
  "outside",
  "release",
  "events",
  "jobs",
  "http",
] as const;

interface Building {
  readonly root: string;
  readonly floors: readonly string[];
}

const features: Building = { root: FEATURES, floors: GROUPS };
const platform: Building = { root: PLATFORM, floors: FOLDERS };

/** Imports from a floor above, types included, and files on no floor. */
export function brokenFloors(source: SourceFile): string[] {
  const building = [features, platform].find(({ root }) => source.path.startsWith(root));
  if (building === undefined) return [];
  const own = floorOf(building, source.path);
  if (own < 0) return [`${source.path}: ${building.root} has no such folder`];
  return source.imports.flatMap(({ target }) => {
    if (!target?.startsWith(building.root) || floorOf(building, target) <= own) return [];
    return [`${source.path}: ${building.floors[own]} may not use ${target}, which is above it`];
  });
}

/** The number of a feature file's group, 0 for the lowest; -1 if it has none. */
export function groupNumber(path: string): number {
  return floorOf(features, path);
}

/** `library/words` of a file in that feature; undefined outside of features. */
export function featureOf(path: string): string | undefined {
  if (!path.startsWith(FEATURES)) return undefined;
  const [group, feature, rest] = path.slice(FEATURES.length).split("/");
  return rest === undefined ? undefined : `${group}/${feature}`;
}

function floorOf({ root, floors }: Building, path: string): number {
  return floors.indexOf(path.slice(root.length).split("/")[0] ?? "");
}
