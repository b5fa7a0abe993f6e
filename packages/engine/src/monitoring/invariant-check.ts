import type { StepResults } from "../answer-report.ts";
import type { Mood } from "../learner-state/learner-types.ts";
import { STABILITY_MAX, STABILITY_MIN } from "../memory/fsrs-core.ts";
import type { Blend } from "../memory/short-term.ts";
import { DAY_SECS } from "../numeric/durations.ts";
import { netShiftLimit } from "../rating/elo-rating.ts";
import type { InvariantViolation } from "../result-types.ts";
import { stateBytes } from "./state-size.ts";

const STATE_BYTES_MAX = 24_576;

/** Shorter intervals are learning steps, whose growth is naturally steep. */
const JUMP_FROM_DAYS = 1;
/** Shifts are stored rounded to thousandths. */
const SHIFT_ROUNDING = 1e-3;
const NOT_BEFORE = "not before the last answer";

/** The invariants that apply to a quit without an answer. */
export function quitViolations(mood: Mood, backwardsMs: number): InvariantViolation[] {
  const found: InvariantViolation[] = [];
  const check = checkInto(found);
  checkMood(mood, check);
  check("answeredAt", -backwardsMs, backwardsMs === 0, NOT_BEFORE);
  return found;
}

type Check = (field: string, value: number, holds: boolean, expectedRange: string) => void;

function checkInto(found: InvariantViolation[]): Check {
  return (field, value, holds, expectedRange) => {
    if (!holds) found.push({ field, value: String(value), expectedRange });
  };
}

function checkMood(mood: Mood, check: Check): void {
  check("attention", mood.attention, within(mood.attention, 0, 1), "0..1");
  check("fatigue", mood.fatigue, within(mood.fatigue, 0, 1), "0..1");
  check("motivation", mood.motivation, within(mood.motivation, -1, 1), "-1..1");
  check("confidence", mood.confidence, within(mood.confidence, 0, 1), "0..1");
}

/** The violated invariants. */
export function violations(steps: StepResults): InvariantViolation[] {
  if (allHold(steps)) return [];
  const found: InvariantViolation[] = [];
  const check = checkInto(found);
  const { prepared, mood, learner, memory, change, review, reward } = steps;
  const { targetMin, targetMax } = review;
  const { intervalJumpRatio } = prepared.parameters.monitoring;
  const recall = prepared.prediction?.answer ?? 0;
  checkMood(mood, check);
  check("stability", change.rawStability, stabilityHolds(steps), "0.001..36500");
  check("difficulty", change.rawDifficulty, within(change.rawDifficulty, 1, 10), "1..10");
  check("stabilityDirection", change.rawStability, directionHolds(steps), directionText(steps));
  check("prediction", recall, predictionHolds(steps), "0.001..0.999");
  check("target", review.targetRecall, targetHolds(steps), `${targetMin}..${targetMax}`);
  check("intervalJump", review.days, jumpHolds(steps), `ratio up to ${intervalJumpRatio}`);
  check("curve", review.days, curveFalls(steps), "falling with time");
  check("reward", reward.value, within(reward.value, -1, 1), "-1..1");
  check("ratingShift", memory.ratingShift, ratingHolds(steps), `up to ${ratingLimit(steps)}`);
  check("answeredAt", -prepared.backwardsMs, inOrder(steps), NOT_BEFORE);
  check("stateBytes", stateBytes(learner), sizeHolds(steps), "up to 24576");
  return found;
}

/** Fast path for the common case: does not build a list. */
function allHold(steps: StepResults): boolean {
  const { mood, change, reward } = steps;
  return (
    within(mood.attention, 0, 1) &&
    within(mood.fatigue, 0, 1) &&
    within(mood.motivation, -1, 1) &&
    within(mood.confidence, 0, 1) &&
    stabilityHolds(steps) &&
    within(change.rawDifficulty, 1, 10) &&
    directionHolds(steps) &&
    predictionHolds(steps) &&
    targetHolds(steps) &&
    jumpHolds(steps) &&
    curveFalls(steps) &&
    within(reward.value, -1, 1) &&
    ratingHolds(steps) &&
    inOrder(steps) &&
    sizeHolds(steps)
  );
}

/** False for NaN. */
function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function stabilityHolds({ change }: StepResults): boolean {
  return within(change.rawStability, STABILITY_MIN, STABILITY_MAX);
}

function directionHolds({ change, prepared }: StepResults): boolean {
  const { rawStability, stabilityBefore } = change;
  if (stabilityBefore === null) return true;
  return succeeded(prepared) ? rawStability >= stabilityBefore : rawStability <= stabilityBefore;
}

function directionText({ change, prepared }: StepResults): string {
  return `${succeeded(prepared) ? "at least" : "at most"} ${change.stabilityBefore}`;
}

function succeeded({ decision }: StepResults["prepared"]): boolean {
  return decision.grade > 1;
}

/** Within a day predictions near 0 or 1 are valid, so only longer pauses are checked. */
function predictionHolds({ prepared }: StepResults): boolean {
  const { prediction } = prepared;
  if (prediction === null || prediction.sameDay === true) return true;
  return within(prediction.answer, 0.001, 0.999);
}

function targetHolds({ review }: StepResults): boolean {
  return within(review.targetRecall, review.targetMin, review.targetMax);
}

function jumpHolds({ review, prepared }: StepResults): boolean {
  const { memory, parameters } = prepared;
  const from = Math.max(memory.intervalSecs / DAY_SECS, JUMP_FROM_DAYS);
  return within(review.days, 0, parameters.monitoring.intervalJumpRatio * from);
}

/**
 * Both components fall if their parameters are in range, and a correction keeps the order if its
 * slope is > 0, so no point of the curve has to be computed.
 */
function curveFalls({ review }: StepResults): boolean {
  const { curve, days } = review;
  if (curve.line !== null && !(curve.line.slope > 0)) return false;
  return days >= 0 && longTermFalls(curve.blend) && bufferFalls(curve.blend);
}

function longTermFalls({ core, stability, encoded }: Blend): boolean {
  return stability > 0 && encoded >= 0 && core.factor > 0 && core.decay > 0 && core.floor <= 1;
}

function bufferFalls({ encoded, buffer, tauDays }: Blend): boolean {
  return encoded <= 1 && buffer >= 0 && tauDays > 0;
}

function ratingHolds(steps: StepResults): boolean {
  return Math.abs(steps.memory.ratingShift) <= ratingLimit(steps) + SHIFT_ROUNDING;
}

/** The limit, or the shift before this answer if an earlier limit allowed a larger one. */
function ratingLimit({ prepared }: StepResults): number {
  const { wordRating, parameters, memory } = prepared;
  return Math.max(netShiftLimit(wordRating, parameters), Math.abs(memory.ratingShift));
}

function inOrder({ prepared }: StepResults): boolean {
  return prepared.backwardsMs === 0;
}

function sizeHolds({ learner }: StepResults): boolean {
  return within(stateBytes(learner), 0, STATE_BYTES_MAX);
}
