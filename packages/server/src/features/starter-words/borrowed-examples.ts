import { parseGloss } from "./gloss.ts";
import type { Headword } from "./headwords.ts";
import { possibleHeadwords, wordsOf } from "./lemma.ts";
import type { PartOfSpeech, Wordnet } from "./wordnet-reader.ts";

const PARTS: readonly PartOfSpeech[] = ["noun", "verb", "adjective", "adverb"];
const BORROWED_MAX = 2;
/**
 * An example is assumed to show the main sense if that has at least this share of the word's tagged
 * uses.
 */
const DOMINANCE_MIN = 0.8;
/** Long enough to be a sentence, short enough for a card. */
const WORDS_MIN = 4;
const WORDS_MAX = 14;

/**
 * Finds examples for words without their own among sentences that illustrate other words: one for
 * salad is found under "serve". Which sense such a sentence shows is not known, so only words with
 * a single part of speech (not a toy, to toy) and a dominant main sense are included.
 *
 * @returns  up to 2 examples by headword; words without any are absent
 */
export function borrowExamples(
  headwords: readonly Headword[],
  wordnet: Wordnet,
): Map<string, string[]> {
  const wanted = new Map(
    headwords
      .filter((headword) => isDominant(headword, wordnet))
      .map(({ text, sense }) => [text, sense.partOfSpeech]),
  );
  const found = new Map<string, string[]>();
  for (const partOfSpeech of PARTS) {
    for (const gloss of wordnet.glossesOf(partOfSpeech)) {
      if (!gloss.includes('"')) continue;
      for (const example of parseGloss(gloss).examples) offer(example, wanted, found);
    }
  }
  return found;
}

function isDominant({ text, sense }: Headword, wordnet: Wordnet): boolean {
  const senses = wordnet.sensesOf(text);
  if (senses.some((other) => other.partOfSpeech !== sense.partOfSpeech)) return false;

  const tagged = senses.reduce((sum, { taggedCount }) => sum + taggedCount, 0);
  const dominance = tagged > 0 ? sense.taggedCount / tagged : 1 / senses.length;
  return dominance >= DOMINANCE_MIN;
}

function offer(
  example: string,
  wanted: ReadonlyMap<string, PartOfSpeech>,
  found: Map<string, string[]>,
): void {
  const words = wordsOf(example);
  if (words.length < WORDS_MIN || words.length > WORDS_MAX) return;

  const headwords = words.flatMap((word) =>
    PARTS.flatMap((partOfSpeech) =>
      possibleHeadwords(word, partOfSpeech).filter((text) => wanted.get(text) === partOfSpeech),
    ),
  );
  for (const headword of new Set(headwords)) {
    const examples = found.get(headword) ?? [];
    if (examples.length < BORROWED_MAX && !examples.includes(example)) examples.push(example);
    found.set(headword, examples);
  }
}
