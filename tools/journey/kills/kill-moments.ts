import type { KillPoint } from "./kill-order.ts";

/**
 * Moments for kills: each kind of change in turn, and within a kind ever more of its changes,
 * evenly spread.
 *
 * @param seen  the kind of each change of an undisturbed update, in order
 */
export function momentsOf(seen: readonly string[], rounds: number): KillPoint[] {
  const counts = new Map<string, number>();
  for (const kind of seen) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts];
  return Array.from({ length: rounds }, (_, round) => {
    const at = round % kinds.length;
    const turn = Math.floor(round / kinds.length);
    const [kind, count] = kinds[at] ?? ["", 0];
    return {
      kind,
      nth: Math.floor(radicalInverse(turn + at) * count),
      when: (turn + at) % 2 === 0 ? "after" : "before",
      who: ((turn >> 1) + (at >> 1)) % 2 === 0 ? "it" : "all",
    };
  });
}

/** Van der Corput sequence, base 2: 0, 1/2, 1/4, 3/4, 1/8 … */
function radicalInverse(index: number): number {
  let [value, share] = [0, 0.5];
  for (let rest = index; rest > 0; rest >>= 1) {
    value += (rest & 1) * share;
    share /= 2;
  }
  return value;
}
