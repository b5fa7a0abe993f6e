import type { Tables } from "./tables.ts";

/** A table with rows about words, by `word_id`; the rows are removed with their words. */
export interface WordTable {
  readonly table: keyof Tables;
  /**
   * Whether a row counts as a use of its word, so that a withdrawn import leaves the word in the
   * library.
   */
  readonly isUse?: true;
  /**
   * Whether answers write it without locking the word, so that a row may follow after the word is
   * gone.
   */
  readonly isLate?: true;
}
