import path from "node:path";
import { featureOf } from "./floors.ts";
import type { SourceFile } from "./source-file.ts";

const CONTRACT = "packages/contract/src/";

/**
 * Endpoints mounted by a feature other than the one whose contract file defines them:
 * `contract/src/<group>/<feature>.ts`, or `<feature>-<part>.ts` if one file would be too long.
 */
export function brokenEndpointHomes(sources: readonly SourceFile[]): string[] {
  const homes = new Map(
    sources.filter(({ path: file }) => file.startsWith(CONTRACT)).flatMap(endpointsIn),
  );
  return sources
    .filter(({ path: file }) => file.endsWith(".routes.ts"))
    .flatMap((source) =>
      mountedIn(source).flatMap((name) => {
        const [feature, home] = [featureOf(source.path), homes.get(name)];
        if (feature === undefined || home === undefined || isHome(home, feature)) return [];
        return [`${source.path}: mounts ${name}, which is defined in ${home}`];
      }),
    );
}

function endpointsIn({ path: file, text }: SourceFile): [string, string][] {
  const defined = text.matchAll(/^export const (\w+) = endpoint\(/gm);
  return [...defined].map(([, name = ""]) => [name, file]);
}

/** The endpoints that a routes file names, mounted in a loop or one by one. */
function mountedIn({ text }: SourceFile): string[] {
  return [...text.matchAll(/\bcontract\.(\w+)/g)].map(([, name = ""]) => name);
}

function isHome(file: string, feature: string): boolean {
  const home = file.slice(CONTRACT.length, -path.extname(file).length);
  return home === feature || home.startsWith(`${feature}-`);
}
