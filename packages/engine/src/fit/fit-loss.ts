import { clampDifficulty, clampStability } from "../memory/fsrs-core.ts";
import { backward } from "./fit-gradient.ts";
import type { FitData } from "./fit-sequence.ts";
import { curveOf, fullDifficulty, fullStability, type Tape, type WordPass } from "./fit-step.ts";

const RECALL_EDGE = 1e-6;

/** Weighted sum of the log loss over all targets, and its gradient in the weights. */
export interface FitLoss {
  /** @param gradient  overwritten, 21 numbers */
  evaluate(w: Float64Array, gradient: Float64Array): number;
}

/**
 * The loss of one history, by reverse-mode differentiation through the recurrences.
 *
 * Buffers are allocated once, because the optimizer evaluates the loss about a hundred times.
 *
 * @param weights  weight of each target in time order; 0 leaves it out
 * @param floor    asymptote of the forgetting curve
 */
export function fitLoss(data: FitData, weights: Float64Array, floor: number): FitLoss {
  const longest = longestWord(data);
  const tape: Tape = {
    stability: new Float64Array(longest),
    difficulty: new Float64Array(longest),
    stretch: new Float64Array(longest),
    power: new Float64Array(longest),
    slope: new Float64Array(longest),
  };
  return {
    evaluate(w, gradient) {
      gradient.fill(0);
      const curve = curveOf(w, floor);
      let loss = 0;
      for (let word = 0; word + 1 < data.starts.length; word++) {
        const from = data.starts[word] as number;
        const to = data.starts[word + 1] as number;
        if (to - from < 2) continue;
        loss += forward({ data, from, to, w, curve, tape }, weights);
        backward({ data, from, to, w, curve, tape }, gradient);
      }
      return loss;
    },
  };
}

function longestWord(data: FitData): number {
  let longest = 1;
  for (let i = 0; i + 1 < data.starts.length; i++) {
    longest = Math.max(longest, (data.starts[i + 1] as number) - (data.starts[i] as number));
  }
  return longest;
}

/** Forward pass over one word's reviews: fills the tape, returns the loss of the targets. */
function forward(pass: WordPass, weights: Float64Array): number {
  const { data, from, to, w, curve, tape } = pass;
  const first = data.grade[from] as number;
  let stability = clampStability(w[first - 1] as number);
  let difficulty = clampDifficulty((w[4] as number) - Math.exp((w[5] as number) * (first - 1)) + 1);
  let loss = 0;
  for (let i = from + 1; i < to; i++) {
    const k = i - from;
    const grade = data.grade[i] as number;
    const stretch = 1 + (curve.factor * (data.pauseDays[i] as number)) / stability;
    const sameDay = data.sameDay[i] === 1;
    const power = sameDay ? 1 : stretch ** -curve.decay;
    const recall = curve.floor + (1 - curve.floor) * power;
    tape.stability[k] = stability;
    tape.difficulty[k] = difficulty;
    tape.stretch[k] = stretch;
    tape.power[k] = power;
    tape.slope[k] = 0;
    const order = data.order[i] as number;
    if (order >= 0) loss += target(pass, i, recall, weights[order] as number);
    if (i + 1 === to) break;
    const share = data.share[i] as number;
    const full = clampStability(fullStability(pass, stability, difficulty, recall, grade, sameDay));
    const harder = clampDifficulty(fullDifficulty(w, curve, difficulty, grade));
    stability += share * (full - stability);
    difficulty += share * (harder - difficulty);
  }
  return loss;
}

/** Log loss of one target; stores its derivative in the recall on the tape. */
function target(pass: WordPass, i: number, recall: number, weight: number): number {
  const { data, from, tape } = pass;
  const p = Math.min(Math.max(recall, RECALL_EDGE), 1 - RECALL_EDGE);
  const outcome = data.outcome[i] as number;
  if (p === recall) tape.slope[i - from] = (weight * (p - outcome)) / (p * (1 - p));
  return -weight * Math.log(outcome === 1 ? p : 1 - p);
}
