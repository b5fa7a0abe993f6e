import { answerForms } from "../judge/answer-forms.ts";
import { rulesOf, withoutArticle } from "../judge/language-rules.ts";
import { foldText } from "../keys/fold-text.ts";
import { baseLanguage } from "../tags/language-tag.ts";
import { textLanguage } from "../tags/text-attributes.ts";
import { isInflected } from "./english-endings.ts";
import { sentenceWords, type SentenceWord } from "./sentence-words.ts";

/** A sentence, divided where a word stands in it. */
export interface SentenceGap {
  readonly before: string;
  /** The word as it stands there. */
  readonly word: string;
  readonly after: string;
}

/** A word, as far as it matters where it stands in a sentence. */
interface Sought {
  readonly text: string;
  readonly language?: string | undefined;
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
export function gapIn(sentence: string, sought: Sought): SentenceGap | undefined {
  if (sentence.length > SENTENCE_MAX) return undefined;
  const { language } = sought;
  const words = sentenceWords(sentence, language);
  for (const isSame of [isEqual, isOther(language)]) {
    for (const form of formsOf(sought)) {
      const found = placeOf(form, { sentence, words, language }, isSame);
      if (found === undefined) continue;
      const { from, to } = found;
      const [before, word, after] = [
        sentence.slice(0, from),
        sentence.slice(from, to),
        sentence.slice(to),
      ];
      const others = words.filter((other) => other.to <= from || other.from >= to);
      const isTold = isGivenAway(others, form, { rest: `${before} ${after}`, word, sought });
      return others.length < OTHERS_MIN || isTold ? undefined : { before, word, after };
    }
  }
  return undefined;
}

/** The first example of a word that can be asked by ear, and its place among them, from 0. */
export function gapExample(
  word: Sought & { readonly examples: readonly string[] },
): (SentenceGap & { readonly at: number }) | undefined {
  const language = textLanguage(word.text, word.language);
  for (const [at, example] of word.examples.entries()) {
    // What is heard is the example without space around it.
    const gap = gapIn(example.trim(), { ...word, language });
    if (gap !== undefined) return { ...gap, at };
  }
  return undefined;
}

interface Within {
  readonly sentence: string;
  readonly words: readonly SentenceWord[];
  readonly language: string | undefined;
}

type Comparison = (found: SentenceWord, wanted: SentenceWord, sentence: string) => number;

/** @returns where the found word ends; below 0 if it is another */
const isEqual: Comparison = (found, wanted) => (found.key === wanted.key ? found.to : -1);

/** Forms of a word that keep its spelling. */
function isOther(language: string | undefined): Comparison {
  const base = baseLanguage(language ?? "");
  return (found, wanted, sentence) => {
    if (base === "en" && isInflected(found.key, wanted.key)) return found.to;
    // A particle follows without a space.
    const isKorean = base === "ko" && /^\p{Script=Hangul}+$/u.test(wanted.key);
    const end = found.from + wanted.key.length;
    return isKorean && sentence.slice(found.from, end) === wanted.key ? end : -1;
  };
}

/** The forms of an entry, the longest first; those without an article after those with one. */
function formsOf({ text, language }: Sought): SentenceWord[][] {
  const rules = rulesOf(language);
  const forms = answerForms(text, language, false).flatMap((form) => [
    form,
    withoutArticle(foldText(form), rules).rest,
  ]);
  return forms
    .map((form) => sentenceWords(form, language))
    .filter((form) => form.length > 0)
    .toSorted((a, b) => b.length - a.length);
}

function placeOf(
  form: readonly SentenceWord[],
  { sentence, words, language }: Within,
  isSame: Comparison,
): { readonly from: number; readonly to: number } | undefined {
  for (const [at, first] of words.entries()) {
    let to = -1;
    const isHere = form.every((wanted, index) => {
      const found = words[at + index];
      if (found === undefined) return false;
      const isLast = index === form.length - 1;
      to = isEqual(found, wanted, sentence);
      // Of a phrase, the verb has an ending, and a particle follows the last word.
      if (to < 0 && (index === 0 || isLast)) to = isSame(found, wanted, sentence);
      return to >= 0 && (isLast || isJoined(sentence, to, words[at + index + 1]));
    });
    if (isHere && isApart(sentence, first.from, to, language)) return { from: first.from, to };
  }
  return undefined;
}

/** Whether nothing but space, a hyphen or an apostrophe is between a word and the next. */
function isJoined(sentence: string, to: number, next: SentenceWord | undefined): boolean {
  return next !== undefined && /^[\s\p{Pd}'’ʼ]*$/u.test(sentence.slice(to, next.from));
}

/** Whether a place begins and ends with whole words: "can" is no word of "can't". */
function isApart(
  sentence: string,
  from: number,
  to: number,
  language: string | undefined,
): boolean {
  const [before, after] = [sentence.slice(0, from), sentence.slice(to)];
  if (/[\p{L}\p{N}]\p{Pd}$/u.test(before) || /^\p{Pd}[\p{L}\p{N}]/u.test(after)) return false;
  const base = baseLanguage(language ?? "");
  // Other languages elide before a word (l'eau), or add to a name (İstanbul'da).
  const isElided = /\p{L}['’ʼ]$/u.test(before);
  const isContracted = /^['’ʼ]\p{L}/u.test(after);
  if (base === "en") return !isElided && !(isContracted && !/^['’ʼ]s\b/iu.test(after));
  return !isContracted || base === "tr" || base === "az";
}

function isGivenAway(
  others: readonly SentenceWord[],
  form: readonly SentenceWord[],
  { rest, word, sought }: { readonly rest: string; readonly word: string; readonly sought: Sought },
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
