import type { LearnerState } from "@wordloom/engine";
import type { Selectable } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { PlainTable } from "./archived-columns.ts";
import type { BroughtRow } from "./brought-rows.repo.ts";

/** A state that was replayed because some of the word's answers came from the archive. */
export interface ReplayedState {
  readonly before: Selectable<Tables["word_states"]>;
  readonly updatedAtMs: number;
  /** The times of those answers, ms since 1970. */
  readonly times: readonly number[];
}

/** What an import of an account wrote down, to be taken back. */
export type BroughtNote =
  /** Rows that were added, by the values of a column. */
  | { readonly rows: PlainTable; readonly column: string; readonly values: readonly string[] }
  /** The learner's only row of a table. */
  | {
      readonly single: PlainTable;
      readonly before: BroughtRow | null;
      readonly after: BroughtRow;
    }
  /** States that were added, with the times at which they last changed. */
  | { readonly states: readonly (readonly [wordId: string, updatedAtMs: number])[] }
  | { readonly replayed: readonly ReplayedState[] }
  /** Rows of which the first ids are remembered, by their ids here. */
  | { readonly origins: readonly string[] }
  /** The engine's state before, and the number of events in the one that replaced it. */
  | { readonly engine: LearnerState; readonly events: number };

/** For the record of an import. */
export function noted(note: BroughtNote): { what: "account"; before_json: string } {
  return { what: "account", before_json: JSON.stringify(note) };
}
