import type { SentenceWord } from "./sentence-words.ts";

/** Typed words and the words of the sentence that they stand for; either may be missing. */
export interface AlignedStep {
  readonly given: readonly SentenceWord[];
  readonly words: readonly SentenceWord[];
  readonly isSame: boolean;
}

/** Words that may be written together or apart: "today", "to day"; "rock 'n' roll". */
const JOINED_MAX = 3;
/** A word in place of another is likelier than one too many and one missing. */
const SWAPPED = 1.5;
const NEAR = 0.2;

/**
 * Aligns typed words with those of a sentence, with the fewest differences.
 *
 * @param isNear  whether a typed word passes for one of the sentence
 */
export function alignWords(
  given: readonly SentenceWord[],
  words: readonly SentenceWord[],
  isNear: (given: SentenceWord, word: SentenceWord) => boolean,
): AlignedStep[] {
  const width = words.length + 1;
  const costs = new Float64Array((given.length + 1) * width);
  const moves = new Map<number, readonly [given: number, words: number, isSame: boolean]>();
  for (let i = given.length; i >= 0; i -= 1) {
    for (let j = words.length; j >= 0; j -= 1) {
      let best = i === given.length && j === words.length ? 0 : Infinity;
      const consider = (n: number, m: number, cost: number, isSame: boolean) => {
        const total = cost + (costs[(i + n) * width + j + m] ?? Infinity);
        if (total >= best) return;
        best = total;
        moves.set(i * width + j, [n, m, isSame]);
      };
      for (const [n, m] of joinsAt(given, words, i, j)) consider(n, m, 0, true);
      const [one, other] = [given[i], words[j]];
      if (one !== undefined) consider(1, 0, 1, false);
      if (other !== undefined) consider(0, 1, 1, false);
      if (one !== undefined && other !== undefined && one.key !== other.key) {
        const isTolerated = isNear(one, other);
        consider(1, 1, isTolerated ? NEAR : SWAPPED, isTolerated);
      }
      costs[i * width + j] = best;
    }
  }
  return stepsOf(given, words, moves);
}

/** How many typed words and words of the sentence are the same text from here. */
function joinsAt(
  given: readonly SentenceWord[],
  words: readonly SentenceWord[],
  i: number,
  j: number,
): (readonly [number, number])[] {
  const [one, other] = [given[i], words[j]];
  if (one === undefined || other === undefined) return [];
  if (one.key === other.key) return [[1, 1]];
  const joins: (readonly [number, number])[] = [];
  for (let count = 2; count <= JOINED_MAX; count += 1) {
    if (keyOf(words, j, count) === one.key) joins.push([1, count]);
    if (keyOf(given, i, count) === other.key) joins.push([count, 1]);
  }
  return joins;
}

function keyOf(words: readonly SentenceWord[], at: number, count: number): string | undefined {
  if (at + count > words.length) return undefined;
  let key = "";
  for (let index = at; index < at + count; index += 1) key += words[index]?.key ?? "";
  return key;
}

function stepsOf(
  given: readonly SentenceWord[],
  words: readonly SentenceWord[],
  moves: ReadonlyMap<number, readonly [number, number, boolean]>,
): AlignedStep[] {
  const steps: AlignedStep[] = [];
  let [i, j] = [0, 0];
  while (i < given.length || j < words.length) {
    const [n, m, isSame] = moves.get(i * (words.length + 1) + j) ?? [1, 1, false];
    steps.push({ given: given.slice(i, i + n), words: words.slice(j, j + m), isSame });
    [i, j] = [i + n, j + m];
  }
  return steps;
}
