import type { Confusable } from "./arrange.ts";
import type { Candidate } from "./candidate.ts";

/** A candidate with its score; ties keep book order. */
export interface Ranked {
  candidate: Candidate;
  score: number;
  reason: string;
  /** Place in the list of candidates. */
  order: number;
}

/** The `count` best words, best first; cheaper than sorting thousands. */
export function topOf(words: readonly Ranked[], count: number): Ranked[] {
  const best: Ranked[] = [];
  if (count <= 0) return best;
  for (const word of words) {
    const last = best[best.length - 1];
    if (best.length >= count && last !== undefined && !precedes(word, last)) continue;
    let at = best.length;
    while (at > 0 && precedes(word, best[at - 1] as Ranked)) at--;
    best.splice(at, 0, word);
    if (best.length > count) best.pop();
  }
  return best;
}

/**
 * The `count` best words with confusion isolation (opt-in): each choice dampens the scores of its
 * confusable partners before the next choice.
 */
export function topApart(
  words: readonly Ranked[],
  count: number,
  alreadyChosen: readonly Ranked[],
  isolation: { dampen: number; confusable: Confusable },
): Ranked[] {
  const { dampen, confusable } = isolation;
  // Dampening only lowers scores, so a pool somewhat larger than the result is enough.
  const pool = topOf(words, 3 * count + 20).map((word) => {
    const partners = alreadyChosen.filter((other) => confusable(word.candidate, other.candidate));
    return { ...word, score: word.score * dampen ** partners.length };
  });
  const chosen: Ranked[] = [];
  while (chosen.length < count && pool.length > 0) {
    const [next] = topOf(pool, 1) as [Ranked];
    pool.splice(pool.indexOf(next), 1);
    chosen.push(next);
    for (const word of pool) {
      if (confusable(word.candidate, next.candidate)) word.score *= dampen;
    }
  }
  return chosen;
}

function precedes(a: Ranked, b: Ranked): boolean {
  return a.score > b.score || (a.score === b.score && a.order < b.order);
}
