import type { Taken } from "../answer-report.ts";
import type { Mood } from "../learner-state/learner-types.ts";
import { STABILITY_MAX, STABILITY_MIN } from "../memory/fsrs-core.ts";
import type { Blend } from "../memory/short-term.ts";
import { DAY_SECS } from "../numeric/durations.ts";
import { netShiftLimit } from "../rating/elo-rating.ts";
import type { InvariantViolation } from "../result-types.ts";
import { stateBytes } from "./state-size.ts";

const STATE_BYTES_MAX = 24_576;

/** Shorter intervals belong to learning steps, whose growth is steep by nature. */
const JUMP_FROM_DAYS = 1;
/** Shifts are kept to thousandths. */
const SHIFT_ROUNDING = 1e-3;
const NOT_BEFORE = "not before the last answer";
const NONE: InvariantViolation[] = [];

/** Those of them that concern a learner who stops without answering. */
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

/** Every invariant that does not hold; the shared empty list when all do. */
export function violations(taken: Taken): InvariantViolation[] {
  if (allHold(taken)) return NONE;
  const found: InvariantViolation[] = [];
  const check = checkInto(found);
  const { setting, mood, learner, memory, change, review, reward } = taken;
  const { targetMin, targetMax } = review;
  const { intervalJumpRatio } = setting.parameters.monitoring;
  const recall = setting.prediction?.answer ?? 0;
  checkMood(mood, check);
  check("stability", change.rawStability, stabilityHolds(taken), "0.001..36500");
  check("difficulty", change.rawDifficulty, within(change.rawDifficulty, 1, 10), "1..10");
  check("stabilityDirection", change.rawStability, directionHolds(taken), directionText(taken));
  check("prediction", recall, predictionHolds(taken), "0.001..0.999");
  check("target", review.targetRecall, targetHolds(taken), `${targetMin}..${targetMax}`);
  check("intervalJump", review.days, jumpHolds(taken), `ratio up to ${intervalJumpRatio}`);
  check("curve", review.days, curveFalls(taken), "falling with time");
  check("reward", reward.value, within(reward.value, -1, 1), "-1..1");
  check("ratingShift", memory.ratingShift, ratingHolds(taken), `up to ${ratingLimit(taken)}`);
  check("answeredAt", -setting.backwardsMs, inOrder(taken), NOT_BEFORE);
  check("stateBytes", stateBytes(learner), sizeHolds(taken), "up to 24576");
  return found;
}

/** The common case, decided without building a list. */
function allHold(taken: Taken): boolean {
  const { mood, change, reward } = taken;
  return (
    within(mood.attention, 0, 1) &&
    within(mood.fatigue, 0, 1) &&
    within(mood.motivation, -1, 1) &&
    within(mood.confidence, 0, 1) &&
    stabilityHolds(taken) &&
    within(change.rawDifficulty, 1, 10) &&
    directionHolds(taken) &&
    predictionHolds(taken) &&
    targetHolds(taken) &&
    jumpHolds(taken) &&
    curveFalls(taken) &&
    within(reward.value, -1, 1) &&
    ratingHolds(taken) &&
    inOrder(taken) &&
    sizeHolds(taken)
  );
}

/** False for a value that is no number, whatever the range. */
function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function stabilityHolds({ change }: Taken): boolean {
  return within(change.rawStability, STABILITY_MIN, STABILITY_MAX);
}

function directionHolds({ change, setting }: Taken): boolean {
  const { rawStability, stabilityBefore } = change;
  if (stabilityBefore === null) return true;
  return succeeded(setting) ? rawStability >= stabilityBefore : rawStability <= stabilityBefore;
}

function directionText({ change, setting }: Taken): string {
  return `${succeeded(setting) ? "at least" : "at most"} ${change.stabilityBefore}`;
}

function succeeded({ decision }: Taken["setting"]): boolean {
  return decision.grade > 1;
}

/** Within a day near certainty is in order, so only longer pauses are judged. */
function predictionHolds({ setting }: Taken): boolean {
  const { prediction } = setting;
  if (prediction === null || prediction.sameDay === true) return true;
  return within(prediction.answer, 0.001, 0.999);
}

function targetHolds({ review }: Taken): boolean {
  return within(review.targetRecall, review.targetMin, review.targetMax);
}

function jumpHolds({ review, setting }: Taken): boolean {
  const { memory, parameters } = setting;
  const from = Math.max(memory.intervalSecs / DAY_SECS, JUMP_FROM_DAYS);
  return within(review.days, 0, parameters.monitoring.intervalJumpRatio * from);
}

/**
 * Both routes fall from now to the due date when their shapes are sound, and a correction keeps the
 * order as long as its slope is > 0: no point of the curve has to be worked out.
 */
function curveFalls({ review }: Taken): boolean {
  const { curve, days } = review;
  if (curve.line !== null && !(curve.line.slope > 0)) return false;
  return days >= 0 && lastingFalls(curve.blend) && bufferFalls(curve.blend);
}

function lastingFalls({ core, stability, encoded }: Blend): boolean {
  return stability > 0 && encoded >= 0 && core.factor > 0 && core.decay > 0 && core.floor <= 1;
}

function bufferFalls({ encoded, buffer, tauDays }: Blend): boolean {
  return encoded <= 1 && buffer >= 0 && tauDays > 0;
}

function ratingHolds(taken: Taken): boolean {
  return Math.abs(taken.memory.ratingShift) <= ratingLimit(taken) + SHIFT_ROUNDING;
}

/** What an earlier and larger step allowed is not taken back. */
function ratingLimit({ setting }: Taken): number {
  const { wordRating, parameters, memory } = setting;
  return Math.max(netShiftLimit(wordRating, parameters), Math.abs(memory.ratingShift));
}

function inOrder({ setting }: Taken): boolean {
  return setting.backwardsMs === 0;
}

function sizeHolds({ learner }: Taken): boolean {
  return within(stateBytes(learner), 0, STATE_BYTES_MAX);
}
