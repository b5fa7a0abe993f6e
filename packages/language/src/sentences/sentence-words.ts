import { answerKey } from "../judge/answer-key.ts";
import { rulesOf } from "../judge/language-rules.ts";

/** A word of a sentence; in scripts without spaces, one sign of it. */
export interface SentenceWord {
  /** Range in the sentence, UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** As it is compared: without case, width, apostrophes and equally right spellings. */
  readonly key: string;
  readonly isSpaced: boolean;
}

/** Scripts that do not divide words by spaces. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}" +
  "\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}";
const AFTER = "\\p{M}\\p{Default_Ignorable_Code_Point}\\uff9e\\uff9f";
const WORDS = new RegExp(
  `(?=[\\p{L}\\p{N}])[${UNSPACED}][${AFTER}]*|(?![${UNSPACED}])[\\p{L}\\p{N}]` +
    `(?:(?![${UNSPACED}])[\\p{L}\\p{N}${AFTER}])*`,
  "gu",
);
const UNSPACED_SIGN = new RegExp(`[${UNSPACED}]`, "u");

/**
 * The words of a sentence, without punctuation. Apostrophes and hyphens divide words as spaces do,
 * so that it does not matter which of them was typed.
 */
export function sentenceWords(sentence: string, language: string | undefined): SentenceWord[] {
  const rules = rulesOf(language);
  const words: SentenceWord[] = [];
  // Not `matchAll`, which compiles the large expression anew for each text.
  sentence.replace(WORDS, (text: string, from: number) => {
    const key = answerKey(text, rules).exact.replaceAll("'", "");
    const isSpaced = !UNSPACED_SIGN.test(text);
    words.push({ from, to: from + text.length, key, isSpaced });
    return text;
  });
  return words;
}

/** Longer ones are tests of memory span. */
const WORDS_MAX = 12;
/** By language: signs, of which a word has one or two in Chinese, and four in Thai. */
const SIGNS_MAX: readonly (readonly [signs: RegExp, max: number])[] = [
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u, 40],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 24],
  [/\p{Script=Han}/u, 18],
];

/** Whether a sentence is short enough to be kept in mind while it is typed. */
export function isShortSentence(sentence: string, language: string | undefined): boolean {
  const words = sentenceWords(sentence, language);
  const signsMax = SIGNS_MAX.find(([signs]) => signs.test(sentence))?.[1];
  return words.length <= (signsMax ?? WORDS_MAX);
}
