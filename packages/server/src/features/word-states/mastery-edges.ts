import type { WordStateName } from "@wordloom/contract";

/**
 * How a word became mastered and was lost again, oldest first: moments, those of forgetting
 * negative. A word that was forgotten but not mastered before has nothing here.
 */
export type MasteryEdges = readonly number[];

/** Older ones go: nobody loses a word so often. */
const EDGES_MAX = 32;

export function parseEdges(edgesJson: string | null): MasteryEdges {
  return edgesJson === null ? [] : (JSON.parse(edgesJson) as number[]);
}

/** The edges after the word's state has changed, or stayed as it was. */
export function withEdge(
  edgesJson: string | null,
  change: { readonly from: WordStateName; readonly to: WordStateName; readonly atMs: number },
): string | null {
  const { from, to, atMs } = change;
  if (from === to || (to !== "mastered" && to !== "forgotten")) return edgesJson;
  const edges = parseEdges(edgesJson);
  if (to === "mastered") return JSON.stringify([...edges, atMs].slice(-EDGES_MAX));
  const isMastering = (edges.at(-1) ?? -1) > 0;
  return isMastering ? JSON.stringify([...edges, -atMs].slice(-EDGES_MAX)) : edgesJson;
}

/**
 * How long the word held, from the first time it became mastered since a moment.
 *
 * @returns when that was, and when it was forgotten next, Infinity if never; undefined when it has
 *          not become mastered since
 */
export function firstMastery(
  edges: MasteryEdges,
  sinceMs: number,
): { readonly masteredMs: number; readonly lostMs: number } | undefined {
  const place = edges.findIndex((edge) => edge > 0 && edge >= sinceMs);
  const masteredMs = edges[place];
  if (masteredMs === undefined) return undefined;
  const lost = edges.slice(place).find((edge) => edge < 0);
  return { masteredMs, lostMs: lost === undefined ? Infinity : -lost };
}
