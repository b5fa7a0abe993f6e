import type { RowFault } from "../row.ts";

/** What a dictionary says about a word, whatever file it came in. */
export interface LexicalEntry {
  /**
   * - `word`: a word with meanings
   * - `form`: a form of the words in `formOf`, without meanings of its own
   * - `frequency`, `pitch`, `ipa`: a figure about a word that other entries explain
   */
  readonly kind: "word" | "form" | "frequency" | "pitch" | "ipa";
  readonly text: string;
  readonly reading: string;
  /** IPA, or the place of the accent, such as `[2]`. */
  readonly pronunciation: string;
  readonly partOfSpeech: string;
  readonly meanings: readonly string[];
  readonly examples: readonly string[];
  /** As many as examples, or none. */
  readonly exampleMeanings: readonly string[];
  /** Such as `jlpt-n5`, `B1`. */
  readonly level: string;
  /** 1 is the most frequent word; null if unknown. */
  readonly rank: number | null;
  readonly formOf: readonly string[];
  /** Of entries for the same text, those with a higher score come first. */
  readonly score: number;
}

/** An entry, or what is wrong with it. */
export type LexicalRow = {
  /** Its place for people, such as `line 3`, `term_bank_1.json entry 5`. */
  readonly where: string;
  /** The share of the file before it, 0 to 1; a rough one. */
  readonly share: number;
} & ({ readonly entry: LexicalEntry } | { readonly fault: RowFault });

/** A dictionary in a file. */
export interface DictionaryFile {
  readonly title: string;
  readonly revision: string;
  /** Whose work it is and under which terms; empty if the file does not say. */
  readonly attribution: string;
  /** As the file says, or as its entries look; null if neither tells. */
  readonly language: string | null;
  readonly meaningLanguage: string | null;
  /** The entries in order; can be read once. @throws UnreadableError */
  rows(): AsyncGenerator<LexicalRow>;
}

export const NOTHING_SAID: Omit<LexicalEntry, "kind" | "text"> = {
  reading: "",
  pronunciation: "",
  partOfSpeech: "",
  meanings: [],
  examples: [],
  exampleMeanings: [],
  level: "",
  rank: null,
  formOf: [],
  score: 0,
};
