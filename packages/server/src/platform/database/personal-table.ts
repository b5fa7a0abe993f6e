import type { Tables } from "./tables.ts";

/** A table with rows of learners. */
export interface PersonalTable {
  readonly table: keyof Tables;
  /** Holds the learner's id or, with `of`, the id of a row that belongs to the learner. */
  readonly column: string;
  /** The table whose rows these belong to, and its column with the learner's id. */
  readonly of?: { readonly table: keyof Tables; readonly column: string };
  /**
   * Rows that are kept after account deletion: those where column `where` is set; the columns in
   * `without` are cleared.
   */
  readonly outlive?: { readonly where: string; readonly without: readonly string[] };
}
