import type { SourceFile } from "./source-file.ts";

/**
 * Files that import each other, directly or through others, even if only types: neither can be read
 * without the other.
 *
 * @returns one message per group of files, naming all of them
 */
export function brokenCircles(sources: readonly SourceFile[]): string[] {
  const uses = new Map(sources.map((source) => [source.path, targetsOf(source)]));
  return groupsOfMutualUse(uses)
    .map((group) => `circle of files: ${group.toSorted().join(", ")}`)
    .toSorted();
}

function targetsOf({ imports }: SourceFile): string[] {
  return imports.flatMap(({ target }) => target ?? []);
}

/** Strongly connected components of more than one node, by Tarjan's algorithm. */
function groupsOfMutualUse(uses: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const groups: string[][] = [];

  const visit = (node: string): number => {
    const place = order.size;
    order.set(node, place);
    lowest.set(node, place);
    open.push(node);
    for (const next of uses.get(node) ?? []) {
      if (!uses.has(next)) continue;
      const reached = order.has(next) ? lowOf(next) : visit(next);
      lowest.set(node, Math.min(lowOf(node), reached));
    }
    if (lowOf(node) === place) close(node);
    return lowOf(node);
  };
  /** A closed group no longer connects to anything. */
  const lowOf = (node: string) => lowest.get(node) ?? Number.POSITIVE_INFINITY;
  const close = (first: string) => {
    const group = open.splice(open.indexOf(first));
    for (const node of group) lowest.delete(node);
    if (group.length > 1) groups.push(group);
  };

  for (const node of uses.keys()) if (!order.has(node)) visit(node);
  return groups;
}
