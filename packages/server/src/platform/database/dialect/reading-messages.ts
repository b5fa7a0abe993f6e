import type { SQLInputValue } from "node:sqlite";

/** The parameters of a reading thread. */
export interface ReadingTask {
  readonly file: string;
}

/** A statement to run. */
export interface ToReading {
  readonly id: number;
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/** Its rows, or the message of SQLite. */
export type FromReading =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly fault: string };
