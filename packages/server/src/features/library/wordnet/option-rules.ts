import type { OptionSources } from "@wordloom/engine";
import {
  areBothRight,
  baseLanguage,
  fairFirst,
  haveSameLanguages,
  sensesOf,
  shownMeaning,
  withoutLabels,
  type GlossedWord,
} from "@wordloom/language";
import { areSynonyms, synonymsOf } from "./wordnet.ts";

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
    (isEnglish(word.language) && isEnglish(other.language) && areSynonyms(word.text, other.text)) ||
    !senseSynonyms(word).isDisjointFrom(senseSynonyms(other)),
  areAlike: haveSameLanguages,
  fairFirst,
} as const satisfies OptionSources;

/** Words are compared with dozens of others, so the senses of each are looked up once. */
const known = new WeakMap<GlossedWord, ReadonlySet<string>>();

/** Synonyms of the senses of an English meaning: begin and start are one sense. */
function senseSynonyms(word: GlossedWord): ReadonlySet<string> {
  const before = known.get(word);
  if (before !== undefined) return before;
  const senses = isEnglish(word.meaningLanguage) ? sensesOf(word) : [];
  const synonyms = new Set(senses.flatMap((sense) => [...synonymsOf(sense)]));
  known.set(word, synonyms);
  return synonyms;
}

function isEnglish(language = ""): boolean {
  return baseLanguage(language) === "en";
}
