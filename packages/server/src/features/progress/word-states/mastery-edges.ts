import type { WordStateName } from "@wordloom/contract";

/**
 * Times at which a word became mastered and was forgotten again, oldest first; times of forgetting
 * are negative. Forgetting a word that was not mastered is not recorded.
 */
export type MasteryEdges = readonly number[];

/** Older edges are dropped; nobody loses a word so often. */
const EDGES_MAX = 32;

export function parseEdges(edgesJson: string | null): MasteryEdges {
  return edgesJson === null ? [] : (JSON.parse(edgesJson) as number[]);
}

/** The edges after a change of the word's state; unchanged if the state is the same. */
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

/** The edges without the mastery of that moment, which was taken back. */
export function withoutEdge(edgesJson: string | null, atMs: number): string | null {
  const edges = parseEdges(edgesJson);
  if (edges.at(-1) !== atMs) return edgesJson;
  return edges.length === 1 ? null : JSON.stringify(edges.slice(0, -1));
}

/**
 * The first mastery since a given time, and its end.
 *
 * @returns time of mastery, and of the next forgetting (Infinity if never); undefined if the word
 *   has not become mastered since
 */
export function firstMastery(
  edges: MasteryEdges,
  sinceMs: number,
): { readonly masteredMs: number; readonly lostMs: number } | undefined {
  const index = edges.findIndex((edge) => edge > 0 && edge >= sinceMs);
  const masteredMs = edges[index];
  if (masteredMs === undefined) return undefined;
  const lost = edges.slice(index).find((edge) => edge < 0);
  return { masteredMs, lostMs: lost === undefined ? Infinity : -lost };
}
