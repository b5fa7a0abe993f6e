import type { RatingState, WordFacts } from "@wordloom/engine";
import { seededRandom } from "../statistics/seeded-random.ts";
import { normal } from "./fsrs-student.ts";

/** Standard deviation of the printed difficulty's error, as a share of the scale. */
const PRINT_SD = 0.15;

export interface BookWord {
  readonly facts: WordFacts;
  /** True difficulty, 0..1; the printed difficulty is an estimate of it. */
  readonly hidden: number;
}

/** Shared by the learners of one book: its words, and what answers have revealed about them. */
export interface LearnerBook {
  readonly book: readonly BookWord[];
  readonly ratings: Map<string, RatingState>;
  /** Number of learners who have seen each word. */
  readonly met: Map<string, number>;
}

/** A book without learners; the same seed gives the same book. */
export function openLearnerBook(words: number, seed: number): LearnerBook {
  const random = seededRandom(seed + 4_000_003);
  const book = Array.from({ length: words }, (_, i): BookWord => {
    const hidden = random();
    const printed = Math.min(Math.max(hidden + PRINT_SD * normal(random), 0), 1);
    const difficulty = Math.round(printed * 1000) / 1000;
    return { facts: { id: `w${i}`, text: "unknown", difficulty }, hidden };
  });
  return { book, ratings: new Map(), met: new Map() };
}
