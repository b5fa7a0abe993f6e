import type { Grade } from "@wordloom/engine";

type FourNumbers = readonly [again: number, hard: number, good: number, easy: number];

const FIRST_GRADES: FourNumbers = [0.24, 0.094, 0.495, 0.171];
const RECALLED_GRADES: FourNumbers = [0, 0.224, 0.631, 0.145];
/** Seconds by grade: of a first answer, of a usual answer, and of the one after a lapse. */
export const LEARNING_SECONDS: FourNumbers = [19.58, 18.79, 13.78, 10.71];
export const REVIEWING_SECONDS: FourNumbers = [19.38, 17.59, 12.38, 8.94];
export const RELEARNING_SECONDS: FourNumbers = [16.44, 15.25, 12.32, 8.03];

/** The grade of a word seen for the first time. */
export function drawFirstGrade(random: () => number): Grade {
  return drawFrom(FIRST_GRADES, random);
}

/** The grade of a review: Again unless recalled. @param p  chance of recall, 0..1 */
export function drawGrade(p: number, random: () => number): Grade {
  return random() < p ? drawFrom(RECALLED_GRADES, random) : 1;
}

function drawFrom(shares: FourNumbers, random: () => number): Grade {
  let left = random();
  for (const grade of [1, 2, 3] as const) {
    left -= shares[grade - 1] as number;
    if (left < 0) return grade;
  }
  return 4;
}

/** A probability shifted by an amount in logits. */
export function shifted(p: number, logits: number): number {
  return p / (p + (1 - p) * Math.exp(-logits));
}
