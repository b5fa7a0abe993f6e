import type { Candidate } from "./candidate.ts";

/** Two confusable words stay at least this many places apart. */
const APART = 5;

/** Whether two words are easily taken for each other. */
export type Confusable = (a: Candidate, b: Candidate) => boolean;

/** Similarity by the words' own lists, or by what the learner has really mixed up. */
export function confusableFrom(threshold: number): Confusable {
  const listed = (a: Candidate, b: Candidate) => {
    const similarity = a.word.confusables?.find(({ id }) => id === b.word.id)?.similarity ?? 0;
    return similarity >= threshold || (a.memory?.confusedWith.includes(b.word.id) ?? false);
  };
  return (a, b) => listed(a, b) || listed(b, a);
}

/** New words spread evenly among the reviews, both in their own order. */
export function interleave<T>(reviews: readonly T[], fresh: readonly T[]): T[] {
  const total = reviews.length + fresh.length;
  const mixed: T[] = [];
  let taken = 0;
  for (let place = 0; place < total; place++) {
    const wanted = Math.ceil(((place + 1) * fresh.length) / total - 1e-9);
    const takeNew = taken < wanted || place - taken >= reviews.length;
    mixed.push((takeNew ? fresh[taken] : reviews[place - taken]) as T);
    if (takeNew) taken++;
  }
  return mixed;
}

/**
 * Keeps confusable words apart.
 *
 * Each place takes the first waiting word that clashes with none of the last four. When only
 * clashing words wait, one from the reserve that clashes with nobody stands in.
 *
 * @returns at most as many words as were given; fewer when even the reserve cannot help
 */
export function keepApart(
  ordered: readonly Candidate[],
  reserve: readonly Candidate[],
  confusable: Confusable,
): Candidate[] {
  const waiting = [...ordered];
  const spare = reserve.filter((word) => !ordered.includes(word));
  const placed: Candidate[] = [];
  while (waiting.length > 0) {
    const recent = placed.slice(-(APART - 1));
    const fits = (word: Candidate) => !recent.some((other) => confusable(word, other));
    const next = waiting.findIndex(fits);
    if (next >= 0) {
      placed.push(...waiting.splice(next, 1));
      continue;
    }
    waiting.pop();
    const standIn = spare.findIndex(
      (word) => fits(word) && !waiting.some((other) => confusable(word, other)),
    );
    if (standIn >= 0) placed.push(...spare.splice(standIn, 1));
  }
  return placed;
}
