import { meaningPieces } from "./meaning-pieces.ts";
import { soundOf } from "./sound-key.ts";

/** A character of a script in which a character is a syllable or a word. */
export const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** What is compared of two words. */
export interface Comparable {
  readonly text_folded: string;
  readonly meaning_folded: string;
  readonly pronunciation: string | null;
}

/** How much each kind of likeness counts; together they never reach more than 1. */
const WEIGHTS = { spelling: 0.85, sound: 0.65, meaning: 0.6 } as const;

/**
 * How easily a learner takes one word for the other: 0 not at all, 1 always. Likeness of letters,
 * of sound and of meaning add up like independent chances to err; letters, and even more so
 * sounds, count little until they are very much alike.
 *
 * @param related  how near the meanings are known to be, 0 when nothing is known
 */
export function likeness(a: Comparable, b: Comparable, related: number): number {
  const chances = [
    WEIGHTS.spelling * similarity(a.text_folded, b.text_folded) ** (hasSigns(a) ? 1 : 2),
    WEIGHTS.sound * soundLikeness(a, b) ** 4,
    WEIGHTS.meaning * Math.max(related, sharedMeaning(a.meaning_folded, b.meaning_folded)),
  ];
  return 1 - chances.reduce((spared, chance) => spared * (1 - chance), 1);
}

/** Of two characters that are words of their own, one in common already means something. */
function hasSigns({ text_folded }: Comparable): boolean {
  return SIGN.test(text_folded);
}

/** 1 for equal texts, 0 when nothing stands where it should. */
export function similarity(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const length = Math.max(left.length, right.length);
  return length === 0 ? 0 : 1 - editDistance(left, right) / length;
}

/** By the sounds given for both, else by the rules of spelling. */
function soundLikeness(a: Comparable, b: Comparable): number {
  const areGiven = a.pronunciation !== null && b.pronunciation !== null;
  const [left, right] = areGiven
    ? [soundOf(a.text_folded, a.pronunciation), soundOf(b.text_folded, b.pronunciation)]
    : [soundOf(a.text_folded, null), soundOf(b.text_folded, null)];
  return similarity(left, right);
}

/** Share of the meanings of both that they have in common (Dice). */
function sharedMeaning(a: string, b: string): number {
  const [left, right] = [new Set(meaningPieces(a)), new Set(meaningPieces(b))];
  const shared = left.intersection(right).size;
  return shared === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

/**
 * Letters to insert, remove or replace, or neighbours to exchange, until both are the same.
 * Source: optimal string alignment, a restricted Damerau-Levenshtein distance.
 */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const [removed = 0, inserted = 0] = [previous[j], current[j - 1]];
      let best = Math.min(removed + 1, inserted + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
