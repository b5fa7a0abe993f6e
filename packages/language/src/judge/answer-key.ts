import { withoutAccents, withoutVowelSigns } from "../keys/accents.ts";
import { composed, foldText } from "../keys/fold-text.ts";
import { withoutArticle, type LanguageRules } from "./language-rules.ts";

/** A text as an answer is compared. */
export interface AnswerKey {
  /** As it is written. */
  readonly text: string;
  readonly article: string;
  /** What `exact` is joined of. */
  readonly words: readonly string[];
  /** Without article, spaces and punctuation, in the spelling that the language folds to. */
  readonly exact: string;
  /** Likewise without accents and apostrophes. */
  readonly loose: string;
  /** Likewise with two letters for each umlaut; the same as `exact` in most languages. */
  readonly spelledOut: string;
  /** Number of umlauts. */
  readonly umlauts: number;
  /** `exact` with the small letters of the language; the same in most. */
  readonly ownCase: string;
  /** Whether accents may be missing because the text is in capitals. */
  readonly isBare: boolean;
}

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  æ: "ae",
  ø: "oe",
  å: "aa",
};

/** Makes a text comparable by the rules of its language. */
export function answerKey(text: string, rules: LanguageRules): AnswerKey {
  const key = keyOf(text, rules);
  const ownCase = rules.small === undefined ? key.exact : keyOf(rules.small(text), rules).exact;
  const isBare = rules.hasBareCapitals === true && !/\p{Ll}/u.test(text);
  return { ...key, text: composed(text).trim(), ownCase, isBare };
}

function keyOf(text: string, rules: LanguageRules): Omit<AnswerKey, "text" | "ownCase" | "isBare"> {
  const folded = withoutVowelSigns(foldText(text)).replaceAll("ß", "ss");
  const { article, rest } = withoutArticle(folded, rules);
  const words = wordsOf(rest.replace(/[a-z]+/gu, (word) => rules.spelling(word)));
  const exact = words.join("");
  const umlauts = rules.hasUmlauts ? (exact.match(/[äöüæøå]/gu)?.length ?? 0) : 0;
  const spelledOut =
    umlauts === 0 ? exact : exact.replace(/[äöüæøå]/gu, (letter) => UMLAUTS[letter] ?? letter);
  return { article, words, exact, loose: looseKey(exact), spelledOut, umlauts };
}

/** An exact key without accents and apostrophes. */
export function looseKey(exact: string): string {
  return withoutAccents(exact).replaceAll("'", "");
}

/** Letters, digits and signs that belong to a word: C++, C#. */
const LETTERS = /[\p{L}\p{N}\p{M}\p{Sm}\p{Sc}\p{So}#&']+/gu;

/** What is compared of a part of a text in any language; "" if it never matters. */
export function lettersOf(part: string): string {
  return withoutVowelSigns(foldText(part)).match(LETTERS)?.join("") ?? "";
}

/** With apostrophes between letters; the text itself where it has no letters. */
function wordsOf(text: string): string[] {
  const joined = text.replace(/(?<![\p{L}\p{M}])'|'(?![\p{L}\p{M}])/gu, "");
  return joined.match(LETTERS) ?? [text];
}

/** Whether a typed text is the expected one, apart from what is equally right. */
export function isSameAnswer(given: AnswerKey, expected: AnswerKey): boolean {
  if (given.exact === expected.exact || given.ownCase === expected.ownCase) return true;
  if (given.isBare && given.loose === expected.loose) return true;
  return given.umlauts < expected.umlauts && given.spelledOut === expected.spelledOut;
}
