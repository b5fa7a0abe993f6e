import type { OptionSources } from "@wordloom/engine";
import {
  areBothRight,
  baseLanguage,
  haveSameLanguages,
  shownMeaning,
  withoutLabels,
  type GlossedWord,
} from "@wordloom/language";
import { areSynonyms } from "./wordnet.ts";

/** What an option says, and by what options are compared. */
export interface Gloss {
  readonly id: string;
  readonly text: string;
  readonly language: string;
  /** May be empty. */
  readonly meaning: string;
  readonly meaningLanguage: string;
  readonly partOfSpeech: string | null;
  readonly difficulty: number;
}

/**
 * The word for a question: its meaning without labels of parts of speech, since a single one tells
 * which option is right, and empty if it does not identify the word.
 */
export function optionFacts<W extends Gloss>(word: W): W {
  return { ...word, meaning: withoutLabels(shownMeaning(word)).trim() };
}

/** Which words can be offered beside each other. */
export const optionRules = {
  areBothRight: (word: GlossedWord, other: GlossedWord) =>
    areBothRight(word, other) ||
    (isEnglish(word) && isEnglish(other) && areSynonyms(word.text, other.text)),
  areAlike: haveSameLanguages,
} as const satisfies OptionSources;

function isEnglish({ language = "" }: GlossedWord): boolean {
  return baseLanguage(language) === "en";
}
