import { foldText } from "../keys/fold-text.ts";
import { textLanguage } from "../tags/text-attributes.ts";
import { sentenceWords, type SentenceWord } from "./sentence-words.ts";
import { strictPlace, type Sought } from "./word-place.ts";

/** A sentence, divided where a word stands in it. */
export interface SentenceGap {
  readonly before: string;
  /** The word as it stands there. */
  readonly word: string;
  readonly after: string;
}

/** A word whose reading would tell it. */
interface Told extends Sought {
  readonly reading?: string | null | undefined;
}

/** As many signs are judged; a longer text is no sentence to be heard. */
const SENTENCE_MAX = 300;
/** Fewer words around it do not make a sentence. */
const OTHERS_MIN = 2;
/** A shorter word often begins others by chance. */
const STEM_MIN = 4;

/**
 * Finds a word in a sentence: as a whole word, in English also with a regular ending, in Korean
 * before a particle, and as a part of the text in scripts without spaces.
 *
 * @returns undefined if it does not occur, or if the rest of the sentence gives it away: by the
 *   word a second time, or by its reading
 */
export function gapIn(sentence: string, sought: Told): SentenceGap | undefined {
  if (sentence.length > SENTENCE_MAX) return undefined;
  const words = sentenceWords(sentence, sought.language);
  const found = strictPlace({ sentence, words, language: sought.language }, sought);
  if (found === undefined) return undefined;
  const { from, to, form } = found;
  const [before, word, after] = [
    sentence.slice(0, from),
    sentence.slice(from, to),
    sentence.slice(to),
  ];
  const others = words.filter((other) => other.to <= from || other.from >= to);
  const isTold = isGivenAway(others, form, { rest: `${before} ${after}`, word, sought });
  return others.length < OTHERS_MIN || isTold ? undefined : { before, word, after };
}

/** The first example of a word that can be asked by ear, and its place among them, from 0. */
export function gapExample(
  word: Told & { readonly examples: readonly string[] },
): (SentenceGap & { readonly at: number }) | undefined {
  const language = textLanguage(word.text, word.language);
  for (const [at, example] of word.examples.entries()) {
    // What is heard is the example without space around it.
    const gap = gapIn(example.trim(), { ...word, language });
    if (gap !== undefined) return { ...gap, at };
  }
  return undefined;
}

function isGivenAway(
  others: readonly SentenceWord[],
  form: readonly SentenceWord[],
  { rest, word, sought }: { readonly rest: string; readonly word: string; readonly sought: Told },
): boolean {
  const folded = foldText(rest);
  const reading = foldText(sought.reading ?? "");
  if (reading.length > 1 && folded.includes(reading)) return true;
  const [first] = form;
  if (first === undefined) return true;
  if (!first.isSpaced || form.length > 1) return folded.includes(foldText(word));
  const stem = first.key;
  return others.some(
    ({ key }) => key === stem || (stem.length >= STEM_MIN && key.startsWith(stem)),
  );
}
