import type { SQLInputValue } from "node:sqlite";

/** The parameters of a reading thread. */
export interface ReadingData {
  readonly file: string;
}

/** A statement to run; the result is its rows. */
export interface ReadingTask {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}
