import type { RowFault } from "../row.ts";

/** What is wrong with single rows of a deck; the first of them, and how many there are. */
export interface DeckProblems {
  readonly first: readonly DeckProblem[];
  readonly count: number;
  add(where: string, code: RowFault["code"], message: string): void;
}

export interface DeckProblem extends RowFault {
  readonly where: string;
}

const SHOWN = 200;

export function createDeckProblems(): DeckProblems {
  const first: DeckProblem[] = [];
  let count = 0;
  return {
    first,
    get count() {
      return count;
    },
    add(where, code, message) {
      count += 1;
      if (first.length < SHOWN) first.push({ where, code, message });
    },
  };
}
