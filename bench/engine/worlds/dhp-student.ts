import { seededRandom } from "../statistics/seeded-random.ts";

/** How a student of the DHP kind forgets; names as published. */
export interface DhpStudent {
  readonly a0: number;
  readonly b0: number;
  readonly m0: number;
  /** k1..k8 */
  readonly k: readonly number[];
}

/** A student's true memory of one word, hidden from schedulers. */
export interface HiddenMemory {
  /** Days until recall has fallen to one half. */
  halfLife: number;
  /** 1..18 */
  difficulty: number;
}

const RANGES: readonly (readonly [number, number])[] = [
  [3.2, 4.4],
  [-0.75, -0.35],
  [-0.2, -0.05],
  [0.7, 1.2],
  [-0.4, 0.4],
  [-0.15, 0],
  [0.25, 0.55],
  [-0.35, -0.1],
];
const DIFFICULTY_MAX = 18;
const DIFFICULTY_PER_LAPSE = 2;

/**
 * A student drawn from ranges around the published one, which is reserved for the final evaluation
 * and not part of this project.
 */
export function drawStudent(seed: number): DhpStudent {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const a0 = between(0.85, 0.97);
  const b0 = between(0.03, 0.07);
  return { a0, b0, m0: 0.025, k: RANGES.map(([low, high]) => between(low, high)) };
}

/** A word after it was seen for the first time; difficulty is 1..10. */
export function firstMemory({ a0, b0, m0 }: DhpStudent, difficulty: number): HiddenMemory {
  return { halfLife: -1 / Math.log2(Math.max(a0 - b0 * difficulty, m0)), difficulty };
}

/** p = 2^(−t / h) */
export function dhpRecall({ halfLife }: HiddenMemory, days: number): number {
  return 2 ** (-days / halfLife);
}

/**
 * The memory after a review at recall p:
 *
 *     recalled   h' = h (1 + e^k1 d^k2 h^k3 (1 − p)^k4)
 *     forgotten  h' = e^k5 d^k6 h^k7 (1 − p)^k8,   d' = min(d + 2, 18)
 *
 * Source: Ye, Su and Cao, KDD 2022.
 */
export function nextMemory(
  { k }: DhpStudent,
  before: HiddenMemory,
  days: number,
  recalled: boolean,
): HiddenMemory {
  const [k1, k2, k3, k4, k5, k6, k7, k8] = k as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const { halfLife: h, difficulty: d } = before;
  const forgotten = 1 - dhpRecall(before, days);
  if (recalled) {
    const growth = Math.exp(k1) * d ** k2 * h ** k3 * forgotten ** k4;
    return { halfLife: h * (1 + growth), difficulty: d };
  }
  return {
    halfLife: Math.exp(k5) * d ** k6 * h ** k7 * forgotten ** k8,
    difficulty: Math.min(d + DIFFICULTY_PER_LAPSE, DIFFICULTY_MAX),
  };
}
