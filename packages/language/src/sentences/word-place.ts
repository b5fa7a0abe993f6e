import { answerForms } from "../judge/answer-forms.ts";
import { rulesOf, withoutArticle } from "../judge/language-rules.ts";
import { foldText } from "../keys/fold-text.ts";
import { baseLanguage } from "../tags/language-tag.ts";
import { isInflected } from "./english-endings.ts";
import { sentenceWords, type SentenceWord } from "./sentence-words.ts";

/** A word, as far as it matters where it stands in a sentence. */
export interface Sought {
  readonly text: string;
  readonly language?: string | undefined;
}

/** A range of a sentence, UTF-16 code units. */
export interface WordPlace {
  readonly from: number;
  readonly to: number;
}

/** A sentence, taken apart. */
export interface Within {
  readonly sentence: string;
  readonly words: readonly SentenceWord[];
  readonly language: string | undefined;
}

type Comparison = (found: SentenceWord, wanted: SentenceWord, sentence: string) => number;

/** How a word is looked for. */
interface Way {
  readonly isSame: Comparison;
  /** Also where a hyphen or an apostrophe joins it to another word. */
  readonly isJoinable: boolean;
}

/** A shorter word begins others by chance, which add more than an ending. */
const STEM_MIN = 4;
const ENDING_MAX = 3;

/**
 * Where a sentence has a word, to mark it: the whole word as it stands there, in any form that the
 * word begins. In scripts without spaces, and of Korean particles, only the signs of it.
 *
 * @returns undefined if it does not occur
 */
export function wordPlace(sentence: string, sought: Sought): WordPlace | undefined {
  const { language } = sought;
  const within = { sentence, words: sentenceWords(sentence, language), language };
  return (
    strictPlace(within, sought) ??
    placeOfAny(within, sought, { isSame: isEqual, isJoinable: true }) ??
    placeOfAny(within, sought, { isSame: isBegun, isJoinable: true }) ??
    attachedPlace(sentence, sought.text)
  );
}

/** A Korean particle follows its noun without a space. */
function attachedPlace(sentence: string, text: string): WordPlace | undefined {
  const from = /^\p{Script=Hangul}+$/u.test(text) ? sentence.indexOf(text) : -1;
  return from < 0 ? undefined : { from, to: from + text.length };
}

/** The place of a word and the form of it that stands there: itself, or with a regular ending. */
export function strictPlace(within: Within, sought: Sought) {
  return (
    placeOfAny(within, sought, { isSame: isEqual, isJoinable: false }) ??
    placeOfAny(within, sought, { isSame: isOther(within.language), isJoinable: false })
  );
}

function placeOfAny(within: Within, sought: Sought, way: Way) {
  for (const form of formsOf(sought)) {
    const found = placeOf(form, within, way);
    if (found !== undefined) return { ...found, form };
  }
  return undefined;
}

/** @returns where the found word ends; below 0 if it is another */
const isEqual: Comparison = (found, wanted) => (found.key === wanted.key ? found.to : -1);

/** A word that another begins, as far as that is no chance. */
const isBegun: Comparison = (found, wanted) => {
  const { key } = wanted;
  if (!wanted.isSpaced || !found.key.startsWith(key)) return -1;
  return key.length >= STEM_MIN || found.key.length - key.length <= ENDING_MAX ? found.to : -1;
};

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
  { isSame, isJoinable }: Way,
): WordPlace | undefined {
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
    if (!isHere) continue;
    if (isJoinable || isApart(sentence, first.from, to, language)) return { from: first.from, to };
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
