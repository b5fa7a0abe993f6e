import type { RatingState, WordFacts } from "@wordloom/engine";
import { dice } from "./dice.ts";
import { normal } from "./fsrs-student.ts";

/** How far the printed difficulty is off, share of the whole scale. */
const PRINT_SD = 0.15;

export interface BookWord {
  readonly facts: WordFacts;
  /** How hard the word really is, 0..1; the printed difficulty is a guess at it. */
  readonly hidden: number;
}

/** What learners of one book share: its words, and what their answers have taught about them. */
export interface School {
  readonly book: readonly BookWord[];
  readonly ratings: Map<string, RatingState>;
  /** Learners who have met a word. */
  readonly met: Map<string, number>;
}

/** A book nobody has read yet; the same seed prints the same book. */
export function openSchool(words: number, seed: number): School {
  const roll = dice(seed + 4_000_003);
  const book = Array.from({ length: words }, (_, i): BookWord => {
    const hidden = roll();
    const printed = Math.min(Math.max(hidden + PRINT_SD * normal(roll), 0), 1);
    const difficulty = Math.round(printed * 1000) / 1000;
    return { facts: { id: `w${i}`, text: "unknown", difficulty }, hidden };
  });
  return { book, ratings: new Map(), met: new Map() };
}
