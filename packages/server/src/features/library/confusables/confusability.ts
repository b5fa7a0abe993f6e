import { baseLanguage, readingKeys, searchKey } from "@wordloom/language";
import { meaningPieces } from "./meaning-pieces.ts";
import { soundOf } from "./sound-key.ts";

/** A character of a script whose characters are syllables or words. */
export const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The compared parts of a word. */
export interface Comparable {
  readonly language: string;
  readonly text_folded: string;
  readonly meaning_folded: string;
  readonly pronunciation: string | null;
  /** Kana, pinyin or another romanization. */
  readonly reading: string | null;
}

/** Weight of each kind of similarity. Combined as below they never exceed 1. */
const WEIGHTS = { spelling: 0.85, sound: 0.65, meaning: 0.6 } as const;

/**
 * How easily a learner confuses two words: 0 not at all, 1 always. The similarities of spelling,
 * sound and meaning are combined like probabilities of independent errors. Spelling, and even more
 * so sound, counts little unless it is very similar.
 *
 * @param related  known closeness of the meanings, 0 if unknown
 */
export function confusability(a: Comparable, b: Comparable, related: number): number {
  const chances = [
    WEIGHTS.spelling * similarity(a.text_folded, b.text_folded) ** (hasCjk(a) ? 1 : 2),
    WEIGHTS.sound * soundSimilarity(a, b) ** 4,
    WEIGHTS.meaning * Math.max(related, sharedMeaning(a.meaning_folded, b.meaning_folded)),
  ];
  return 1 - chances.reduce((product, chance) => product * (1 - chance), 1);
}

/** In CJK texts even a single shared character is significant, so similarity is not squared. */
function hasCjk({ text_folded }: Comparable): boolean {
  return CJK.test(text_folded);
}

/** 1 minus the edit distance relative to the longer text; 1 for equal texts. */
export function similarity(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const length = Math.max(left.length, right.length);
  return length === 0 ? 0 : 1 - editDistance(left, right) / length;
}

/** Compares readings or transcriptions if both words have one, else English words by spelling. */
function soundSimilarity(a: Comparable, b: Comparable): number {
  if (a.reading !== null && b.reading !== null) {
    return similarity(readingOf(a.reading, a.language), readingOf(b.reading, b.language));
  }
  const areGiven = a.pronunciation !== null && b.pronunciation !== null;
  if (!areGiven && baseLanguage(a.language) !== "en") return 0;
  const [left, right] = areGiven
    ? [soundOf(a.text_folded, a.pronunciation), soundOf(b.text_folded, b.pronunciation)]
    : [soundOf(a.text_folded, null), soundOf(b.text_folded, null)];
  return similarity(left, right);
}

/** A reading without tones and other marks, which learners hear least. */
function readingOf(reading: string, language: string): string {
  return readingKeys(reading, language)[0] ?? searchKey(reading);
}

/** Sørensen-Dice coefficient of the meanings. */
function sharedMeaning(a: string, b: string): number {
  const [left, right] = [new Set(meaningPieces(a)), new Set(meaningPieces(b))];
  const shared = left.intersection(right).size;
  return shared === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

/**
 * Number of insertions, deletions, substitutions and swaps of neighbors between two texts. Source:
 * optimal string alignment, a restricted Damerau-Levenshtein distance.
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
