import { type BindingMemoryState, FSRSBinding } from "@open-spaced-repetition/binding";
import type { Grade } from "@wordloom/engine";
import { seededRandom } from "../statistics/seeded-random.ts";
import { FSRS_DEFAULT, stateAfter } from "../predictors/fsrs-rival.ts";

/** A student whose memory is FSRS-6 with personal weights. */
export interface FsrsStudent {
  readonly weights: readonly number[];
  readonly first: (grade: Grade) => BindingMemoryState;
  readonly next: (before: BindingMemoryState, days: number, grade: Grade) => BindingMemoryState;
  /** R(t, S) = (1 + F t / S)^−d with F = 0.9^(−1/d) − 1 and d the last weight. */
  readonly recall: (state: BindingMemoryState, days: number) => number;
}

/** How far learners differ in each weight; in log units where marked. Bounds as in FSRS-6. */
const SPREADS: readonly (readonly [spread: number, scale: "log" | "plain"])[] = [
  [1.0, "log"],
  [1.2, "log"],
  [1.3, "log"],
  [1.2, "log"],
  [0.35, "plain"],
  [0.38, "log"],
  [0.25, "log"],
  [0.03, "plain"],
  [0.3, "plain"],
  [0.16, "plain"],
  [0.25, "log"],
  [0.15, "log"],
  [0.25, "log"],
  [0.31, "log"],
  [0.1, "log"],
  [0.15, "plain"],
  [0.15, "log"],
  [0.41, "log"],
  [0.31, "plain"],
  [0.1, "plain"],
  [0.35, "log"],
];
const BOUNDS: readonly (readonly [min: number, max: number])[] = [
  [0.001, 100],
  [0.001, 100],
  [0.001, 100],
  [0.001, 100],
  [1, 10],
  [0.001, 4],
  [0.001, 4],
  [0.001, 0.75],
  [0, 4.5],
  [0, 0.8],
  [0.001, 3.5],
  [0.001, 5],
  [0.001, 0.25],
  [0.001, 0.9],
  [0, 4],
  [0, 1],
  [1, 6],
  [0, 2],
  [0, 2],
  [0, 0.8],
  [0.1, 0.8],
];
const FIRST_STABILITIES = 4;

/** A student drawn around the published weights with their published spreads. */
export function drawFsrsStudent(seed: number): FsrsStudent {
  const random = seededRandom(seed);
  const weights = FSRS_DEFAULT.map((mean, i) => {
    const [spread, scale] = SPREADS[i] as (typeof SPREADS)[number];
    const [min, max] = BOUNDS[i] as (typeof BOUNDS)[number];
    const z = normal(random);
    const drawn = scale === "log" ? mean * Math.exp(spread * z) : mean + spread * z;
    return Math.min(Math.max(drawn, min), max);
  });
  // A better first answer never means less stability.
  const firsts = weights.slice(0, FIRST_STABILITIES).sort((a, b) => a - b);
  return studentOf([...firsts, ...weights.slice(FIRST_STABILITIES)]);
}

export function studentOf(weights: readonly number[]): FsrsStudent {
  const fsrs = new FSRSBinding([...weights]);
  const decay = weights[20] as number;
  const factor = 0.9 ** (-1 / decay) - 1;
  const after = (before: BindingMemoryState | null, days: number, grade: Grade) =>
    stateAfter(fsrs.nextStates(before, 0.9, days), grade).memory;
  return {
    weights,
    first: (grade) => after(null, 0, grade),
    next: after,
    recall: ({ stability }, days) => (1 + (factor * days) / stability) ** -decay,
  };
}

/**
 * A draw from the normal distribution.
 *
 * Source: Box and Muller 1958.
 */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
