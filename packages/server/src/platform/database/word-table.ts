import type { Tables } from "./tables.ts";

/** A table with rows about words, by `word_id`; they are removed with their words. */
export interface WordTable {
  readonly table: keyof Tables;
  /** A row is a use of its word: an import that is withdrawn leaves the word in the library. */
  readonly isUse?: true;
  /** Answers write it without locking the word, so a row may follow after the word is gone. */
  readonly isLate?: true;
}
