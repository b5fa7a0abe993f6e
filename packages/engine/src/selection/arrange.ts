import type { Candidate } from "./candidate.ts";

/** Smallest distance between two confusable words, in places of the batch. */
const MIN_DISTANCE = 5;

/** Whether two words are easily confused. */
export type Confusable = (a: Candidate, b: Candidate) => boolean;

/** Confusable by the similarity listed with the words, or because the learner confused them. */
export function confusableFrom(threshold: number): Confusable {
  const listed = (a: Candidate, b: Candidate) => {
    const similarity = a.word.confusables?.find(({ id }) => id === b.word.id)?.similarity ?? 0;
    return similarity >= threshold || (a.memory?.confusedWith.includes(b.word.id) ?? false);
  };
  return (a, b) => listed(a, b) || listed(b, a);
}

/** Spreads new words evenly among the reviews; each list keeps its order. */
export function interleave<T>(reviews: readonly T[], newWords: readonly T[]): T[] {
  const total = reviews.length + newWords.length;
  const mixed: T[] = [];
  let newPlaced = 0;
  for (let place = 0; place < total; place++) {
    const wanted = Math.ceil(((place + 1) * newWords.length) / total - 1e-9);
    const takeNew = newPlaced < wanted || place - newPlaced >= reviews.length;
    mixed.push((takeNew ? newWords[newPlaced] : reviews[place - newPlaced]) as T);
    if (takeNew) newPlaced++;
  }
  return mixed;
}

/**
 * Keeps confusable words apart.
 *
 * Each place takes the first waiting word that is not confusable with any of the last four. If
 * there is none, the last waiting word is replaced by one from the reserve that is confusable
 * neither with these nor with a waiting word.
 *
 * @returns at most as many words as `ordered`; fewer if the reserve has no replacement
 */
export function keepApart(
  ordered: readonly Candidate[],
  reserve: readonly Candidate[],
  confusable: Confusable,
): Candidate[] {
  const waiting = [...ordered];
  const replacements = reserve.filter((word) => !ordered.includes(word));
  const placed: Candidate[] = [];
  while (waiting.length > 0) {
    const recent = placed.slice(-(MIN_DISTANCE - 1));
    const fits = (word: Candidate) => !recent.some((other) => confusable(word, other));
    const next = waiting.findIndex(fits);
    if (next >= 0) {
      placed.push(...waiting.splice(next, 1));
      continue;
    }
    waiting.pop();
    const replacement = replacements.findIndex(
      (word) => fits(word) && !waiting.some((other) => confusable(word, other)),
    );
    if (replacement >= 0) placed.push(...replacements.splice(replacement, 1));
  }
  return placed;
}
