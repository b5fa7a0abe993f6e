import { STABILITY_MAX, STABILITY_MIN } from "../memory/fsrs-core.ts";
import {
  factorOf,
  fullDifficulty,
  growthRate,
  lapseStability,
  sameDayGain,
  type WordPass,
} from "./fit-step.ts";

/** Derivatives of the loss with respect to the state before a review and to its recall. */
interface Slopes {
  stability: number;
  difficulty: number;
  recall: number;
}

/** Backward pass over one word's reviews: adds its part of the gradient in the weights. */
export function backward(pass: WordPass, gradient: Float64Array): void {
  const { data, from, to, tape } = pass;
  let later = { stability: 0, difficulty: 0 };
  for (let i = to - 1; i > from; i--) {
    const slopes = { stability: 0, difficulty: 0, recall: tape.slope[i - from] as number };
    if (later.stability !== 0) throughStability(pass, i, later.stability, slopes, gradient);
    if (later.difficulty !== 0) throughDifficulty(pass, i, later.difficulty, slopes, gradient);
    if (slopes.recall !== 0) throughRecall(pass, i, slopes, gradient);
    later = slopes;
  }
  throughFirst(pass, later, data.grade[from] as number, gradient);
}

function add(gradient: Float64Array, index: number, part: number): void {
  gradient[index] = (gradient[index] as number) + part;
}

/** Through S + a (S' − S), with S' by the rule that applied. */
function throughStability(
  pass: WordPass,
  i: number,
  slope: number,
  slopes: Slopes,
  gradient: Float64Array,
): void {
  const { data, from, tape, curve } = pass;
  const share = data.share[i] as number;
  const state = {
    stability: tape.stability[i - from] as number,
    difficulty: tape.difficulty[i - from] as number,
    recall: curve.floor + (1 - curve.floor) * (tape.power[i - from] as number),
    grade: data.grade[i] as number,
  };
  slopes.stability += (1 - share) * slope;
  const full = share * slope;
  if (data.sameDay[i] === 1) throughSameDay(pass, state, full, slopes, gradient);
  else if (state.grade === 1) throughLapse(pass, state, full, slopes, gradient);
  else throughSuccess(pass, state, full, slopes, gradient);
}

interface State {
  stability: number;
  difficulty: number;
  recall: number;
  grade: number;
}

function isClamped(stability: number): boolean {
  return stability <= STABILITY_MIN || stability >= STABILITY_MAX;
}

function throughSameDay(
  { w }: WordPass,
  state: State,
  slope: number,
  slopes: Slopes,
  gradient: Float64Array,
): void {
  const { stability, grade } = state;
  const gain = sameDayGain(w, stability, grade);
  if (grade >= 2 && gain <= 1) {
    slopes.stability += slope;
    return;
  }
  const after = stability * gain;
  if (isClamped(after)) return;
  slopes.stability += slope * gain * (1 - (w[19] as number));
  add(gradient, 17, slope * after * (grade - 3 + (w[18] as number)));
  add(gradient, 18, slope * after * (w[17] as number));
  add(gradient, 19, -slope * after * Math.log(stability));
}

function throughLapse(
  { w, curve }: WordPass,
  state: State,
  slope: number,
  slopes: Slopes,
  gradient: Float64Array,
): void {
  const { stability, difficulty, recall } = state;
  const lapsed = lapseStability(w, stability, difficulty, recall);
  const ceiling = stability * curve.lapseKept;
  if (isClamped(Math.min(lapsed, ceiling))) return;
  if (lapsed > ceiling) {
    slopes.stability += slope * curve.lapseKept;
    add(gradient, 17, -slope * ceiling * (w[18] as number));
    add(gradient, 18, -slope * ceiling * (w[17] as number));
    return;
  }
  const part = slope * lapsed;
  const power = (stability + 1) ** (w[13] as number);
  const share = power / (power - 1);
  add(gradient, 11, part / (w[11] as number));
  add(gradient, 12, -part * Math.log(difficulty));
  add(gradient, 13, part * share * Math.log(stability + 1));
  add(gradient, 14, part * (1 - recall));
  slopes.stability += (part * share * (w[13] as number)) / (stability + 1);
  slopes.difficulty -= (part * (w[12] as number)) / difficulty;
  slopes.recall -= part * (w[14] as number);
}

function throughSuccess(
  { w, curve }: WordPass,
  state: State,
  slope: number,
  slopes: Slopes,
  gradient: Float64Array,
): void {
  const { stability, difficulty, recall, grade } = state;
  const rise = Math.exp((w[10] as number) * (1 - recall));
  const rate = growthRate(w, curve, stability, difficulty);
  const factor = factorOf(w, grade);
  const growth = rate * (rise - 1) * factor;
  if (isClamped(stability * (1 + growth))) return;
  const part = slope * stability * growth;
  slopes.stability += slope * (1 + growth * (1 - (w[9] as number)));
  slopes.difficulty -= part / (11 - difficulty);
  add(gradient, 8, part);
  add(gradient, 9, -part * Math.log(stability));
  const steep = slope * stability * rate * rise * factor;
  add(gradient, 10, steep * (1 - recall));
  slopes.recall -= steep * (w[10] as number);
  if (grade !== 3) add(gradient, grade === 2 ? 15 : 16, slope * stability * rate * (rise - 1));
}

/** Through D + a (D' − D); a clamped D' has derivative 0. */
function throughDifficulty(
  pass: WordPass,
  i: number,
  slope: number,
  slopes: Slopes,
  gradient: Float64Array,
): void {
  const { data, from, tape, w, curve } = pass;
  const share = data.share[i] as number;
  const difficulty = tape.difficulty[i - from] as number;
  const step = (data.grade[i] as number) - 3;
  slopes.difficulty += (1 - share) * slope;
  const raw = fullDifficulty(w, curve, difficulty, step + 3);
  if (raw <= 1 || raw >= 10) return;
  const full = share * slope;
  const w7 = w[7] as number;
  const moved = difficulty - ((w[6] as number) * step * (10 - difficulty)) / 9;
  add(gradient, 4, full * w7);
  add(gradient, 5, -3 * full * w7 * Math.exp(3 * (w[5] as number)));
  add(gradient, 6, (-full * (1 - w7) * step * (10 - difficulty)) / 9);
  add(gradient, 7, full * (curve.easy - moved));
  slopes.difficulty += full * (1 - w7) * (1 + ((w[6] as number) * step) / 9);
}

/** Through R = c + (1 − c) x^−d, x = 1 + f t / S. */
function throughRecall(pass: WordPass, i: number, slopes: Slopes, gradient: Float64Array): void {
  const { data, from, tape, curve } = pass;
  if (data.sameDay[i] === 1) return;
  const stability = tape.stability[i - from] as number;
  const stretch = tape.stretch[i - from] as number;
  const power = tape.power[i - from] as number;
  const slope = slopes.recall * (1 - curve.floor);
  const stretchSlope = (-slope * curve.decay * power) / stretch;
  const pause = data.pauseDays[i] as number;
  slopes.stability -= (stretchSlope * curve.factor * pause) / stability ** 2;
  const byFactor = ((stretchSlope * pause) / stability) * curve.factorSlope;
  add(gradient, 20, byFactor - slope * power * Math.log(stretch));
}

function throughFirst(
  { w }: WordPass,
  slopes: { stability: number; difficulty: number },
  grade: number,
  gradient: Float64Array,
): void {
  if (!isClamped(w[grade - 1] as number)) add(gradient, grade - 1, slopes.stability);
  const power = Math.exp((w[5] as number) * (grade - 1));
  const raw = (w[4] as number) - power + 1;
  if (raw <= 1 || raw >= 10) return;
  add(gradient, 4, slopes.difficulty);
  add(gradient, 5, -(grade - 1) * power * slopes.difficulty);
}
