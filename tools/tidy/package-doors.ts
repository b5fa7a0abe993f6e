import type { SourceFile } from "./source-file.ts";

/** What belongs to no package: `tools`, `bench` and the configuration beside them. */
const ROOT = "the root";
const PACKAGE = /^(?:(?:apps|packages)\/[^/]+|tools\/generated-client)(?=\/)/;

/**
 * Packages that still reach into others by relative paths, left into right. The list only gets
 * shorter: a pair that no import needs any more is a fault as well.
 */
const CLIMBING = new Set([
  `${ROOT} → apps/learner`,
  `${ROOT} → packages/contract`,
  `${ROOT} → packages/engine`,
  `${ROOT} → packages/server`,
  `${ROOT} → packages/ui`,
  "apps/admin → apps/learner",
  "apps/admin → packages/server",
  "apps/admin → packages/web",
  "apps/learner → packages/server",
  "apps/learner → packages/ui",
  "apps/learner → packages/web",
  "tools/generated-client → apps/learner",
  "tools/generated-client → packages/server",
]);

/** Relative imports that leave their package: other packages are entered by their door. */
export function brokenDoors(
  sources: readonly SourceFile[],
  climbing: ReadonlySet<string> = CLIMBING,
): string[] {
  const idle = new Set(climbing);
  const faults = sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ target }) => {
      if (target === undefined || packageOf(path) === packageOf(target)) return [];
      const pair = `${packageOf(path)} → ${packageOf(target)}`;
      idle.delete(pair);
      return climbing.has(pair) ? [] : [`${path}: ${target} is in another package`];
    }),
  );
  return [...faults, ...[...idle].map((pair) => `package-doors.ts: nothing needs ${pair}`)];
}

function packageOf(path: string): string {
  return PACKAGE.exec(path)?.[0] ?? ROOT;
}
