import { FSRSAlgorithm, generatorParameters } from "ts-fsrs";
import { describe, expect, it } from "vitest";
import type { Grade } from "../answer.ts";
import { hash32 } from "../numeric/random.ts";
import {
  clampDifficulty,
  clampStability,
  coreOf,
  firstDifficulty,
  firstStability,
  longTermPause,
  longTermRecall,
  nextDifficulty,
  nextStability,
} from "./fsrs-core.ts";

// What we check: the core is FSRS-6. How: random sequences compared with ts-fsrs, which rounds to
// eight decimals at every step, and with an unrounded copy of the published formulas.
const LOW = [
  0.1, 0.1, 0.1, 0.1, 1, 0.001, 0.001, 0.001, 0, 0, 0.001, 0.001, 0.001, 0.001, 0, 0, 1, 0, 0, 0,
  0.1,
];
const HIGH = [
  100, 100, 100, 100, 10, 4, 4, 0.75, 4.5, 0.8, 3.5, 5, 0.25, 0.9, 4, 1, 6, 2, 2, 0.8, 0.8,
];
const SEQUENCES = 10_000;
const STEPS = 8;

interface State {
  stability: number;
  difficulty: number;
}

function randomWeights(sequence: number): number[] {
  const draws = LOW.map((low, i) => {
    const draw = hash32(1, sequence, i, "weights");
    return low + draw * ((HIGH[i] as number) - low);
  });
  const first = draws.slice(0, 4).toSorted((a, b) => a - b);
  return [...first, ...draws.slice(4)];
}

function randomStep(sequence: number, step: number): { pause: number; grade: Grade } {
  const kind = hash32(2, sequence, step, "pause");
  const pause = kind < 0.3 ? 0 : Math.ceil(10 ** (3 * hash32(3, sequence, step, "days")));
  const grade = (1 + Math.floor(4 * hash32(4, sequence, step, "grade"))) as Grade;
  return { pause, grade };
}

/** One step of the core as the engine uses it, optionally with the recall of the reference. */
function step(
  w: readonly number[],
  before: State | null,
  pause: number,
  grade: Grade,
  recallNow?: number,
): State {
  const core = coreOf(w, 0);
  if (before === null) {
    return {
      stability: clampStability(firstStability(core, grade)),
      difficulty: clampDifficulty(firstDifficulty(core, grade)),
    };
  }
  const recall = recallNow ?? longTermRecall(core, pause, before.stability);
  const stability = nextStability(core, before, recall, grade, pause === 0);
  return {
    stability: clampStability(stability),
    difficulty: nextDifficulty(core, before.difficulty, grade),
  };
}

/** The published formulas, implemented directly and without rounding. */
function published(w: number[], before: State | null, pause: number, grade: number): State {
  const v = (i: number) => w[i] as number;
  const bound = (x: number, low: number, high: number) => Math.min(Math.max(x, low), high);
  const start = (g: number) => v(4) - Math.exp(v(5) * (g - 1)) + 1;
  if (before === null) return { stability: v(grade - 1), difficulty: bound(start(grade), 1, 10) };
  const { stability: s, difficulty: d } = before;
  const factor = 0.9 ** (-1 / v(20)) - 1;
  const r = (1 + (factor * pause) / s) ** -v(20);
  const moved = d + (-v(6) * (grade - 3) * (10 - d)) / 9;
  const difficulty = bound(v(7) * start(4) + (1 - v(7)) * moved, 1, 10);
  if (pause === 0) {
    const gain = Math.exp(v(17) * (grade - 3 + v(18))) * s ** -v(19);
    const kept = grade >= 2 ? Math.max(1, gain) : gain;
    return { stability: bound(s * kept, 0.001, 36500), difficulty };
  }
  if (grade === 1) {
    const lapsed = v(11) * d ** -v(12) * ((s + 1) ** v(13) - 1) * Math.exp(v(14) * (1 - r));
    const ceiling = s / Math.exp(v(17) * v(18));
    return { stability: bound(Math.min(lapsed, ceiling), 0.001, 36500), difficulty };
  }
  const hard = grade === 2 ? v(15) : 1;
  const easy = grade === 4 ? v(16) : 1;
  const grown =
    1 + Math.exp(v(8)) * (11 - d) * s ** -v(9) * (Math.exp(v(10) * (1 - r)) - 1) * hard * easy;
  return { stability: bound(s * grown, 0.001, 36500), difficulty };
}

/** Recall is compared separately, because growth can magnify its rounding a thousand times. */
function recallGap(w: number[], before: State | null, pause: number, recallNow: number): number {
  if (before === null) return 0;
  return Math.abs(longTermRecall(coreOf(w, 0), pause, before.stability) - recallNow);
}

function relativeGap(a: number, b: number): number {
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
}

function worstGap(a: State, b: State): number {
  return Math.max(relativeGap(a.stability, b.stability), relativeGap(a.difficulty, b.difficulty));
}

describe("the long-term core", () => {
  it("agrees with ts-fsrs state by state to 1e-6 on random sequences", () => {
    let worst = 0;
    let worstRecall = 0;
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const parameters = generatorParameters({
        w: randomWeights(sequence),
        enable_short_term: true,
        relearning_steps: [],
      });
      const oracle = new FSRSAlgorithm(parameters);
      const w = [...oracle.parameters.w];
      let reference: State | null = null;
      for (let i = 0; i < STEPS; i++) {
        const { pause, grade } = randomStep(sequence, i);
        // From the reference state, so that rounding errors do not accumulate over the steps.
        const recallNow =
          reference === null ? 1 : oracle.forgetting_curve(pause, reference.stability);
        const actual = step(w, reference, pause, grade, recallNow);
        worstRecall = Math.max(worstRecall, recallGap(w, reference, pause, recallNow));
        reference = oracle.next_state(reference, pause, grade);
        // ts-fsrs rounds to eight decimals, which is coarse for the smallest stabilities.
        const rounding = 1e-8 / Math.min(reference.stability, 1);
        worst = Math.max(worst, worstGap(actual, reference) - rounding);
      }
    }
    expect(worst).toBeLessThan(1e-6);
    expect(worstRecall).toBeLessThan(1e-7);
  });

  it("agrees with an unrounded copy of the published formulas to 1e-12", () => {
    let worst = 0;
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const w = randomWeights(sequence);
      let plain: State | null = null;
      let actual: State | null = null;
      for (let i = 0; i < STEPS; i++) {
        const { pause, grade } = randomStep(sequence, i);
        actual = step(w, actual, pause, grade);
        plain = published(w, plain, pause, grade);
        worst = Math.max(worst, worstGap(actual, plain));
      }
    }
    expect(worst).toBeLessThan(1e-12);
  });
});

describe.each([0, 0.1])("the forgetting curve with floor %s", (floor) => {
  const w = randomWeights(5);
  const core = coreOf(w, floor);

  it("is 1 without a pause and falls with it", () => {
    const recalls = [0, 0.5, 1, 4, 30].map((t) => longTermRecall(core, t, 3));
    expect(recalls[0]).toBe(1);
    expect(recalls).toEqual(recalls.toSorted((a, b) => b - a));
  });

  it("is the inverse of longTermPause", () => {
    for (const recall of [0.95, 0.9, 0.7, 0.3]) {
      const pause = longTermPause(core, recall, 12);
      expect(longTermRecall(core, pause, 12)).toBeCloseTo(recall, 10);
    }
  });

  it("stays above its floor", () => {
    expect(longTermPause(core, floor, 12)).toBe(Infinity);
  });
});

it("holds 0.9 after a pause of one stability", () => {
  const core = coreOf(randomWeights(9), 0);
  expect(longTermRecall(core, 42, 42)).toBeCloseTo(0.9, 12);
});
