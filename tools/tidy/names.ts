import path from "node:path";
import type { SourceFile } from "./source-file.ts";

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.tsx?$/;

/** Names that may occur in every package. */
const COMMON = new Set(["index.ts", "main.ts", "main.tsx"]);

/** File names are kebab-case, and unique within a package, for quick-open. */
export function brokenNames(sources: readonly SourceFile[]): string[] {
  const seen = new Map<string, string>();
  return sources.flatMap((source) => {
    const name = path.posix.basename(source.path);
    if (!KEBAB.test(name)) return [`${source.path}: file names are kebab-case`];
    if (COMMON.has(name)) return [];
    const key = `${source.path.split("/").slice(0, 2).join("/")} ${name}`;
    const twin = seen.get(key);
    seen.set(key, source.path);
    return twin === undefined ? [] : [`${source.path}: ${twin} has the same name`];
  });
}
