import type { PlannedReview } from "../interval/next-review.ts";
import type { Mood } from "../learner-state/learner-types.ts";
import { STABILITY_MAX, STABILITY_MIN } from "../memory/fsrs-core.ts";
import type { Prediction } from "../memory/prediction.ts";
import { blendRecall } from "../memory/short-term.ts";
import type { Parameters } from "../parameters/parameters.ts";
import type { InvariantViolation, Reward } from "../result-types.ts";

/** Raw values of one answer, before any clamp or sanitiser, so that a fault can be seen. */
export interface RawStep {
  mood: Mood;
  memory: { rawStability: number; rawDifficulty: number; stabilityBefore: number | null };
  success: boolean;
  /** null for a first answer. */
  prediction: Prediction | null;
  review: PlannedReview;
  intervalSecsBefore: number;
  reward: Reward;
  ratingShift: number;
  ratingLimit: number;
  /** How far the answer lies before the learner's previous one, ms; 0 in order. */
  backwardsMs: number;
  stateBytes: number;
  parameters: Parameters;
}

export const STATE_BYTES_MAX = 24_576;

const DAY_SECS = 86_400;
/** Shorter intervals belong to learning steps, whose growth is steep by nature. */
const JUMP_FROM_DAYS = 1;
const NONE: InvariantViolation[] = [];
/** Rounding may blur a curve that is flat within the interval. */
const FLAT = 1e-12;

/** Every invariant that does not hold; the shared empty list when all do. */
export function violations(raw: RawStep): InvariantViolation[] {
  if (allHold(raw)) return NONE;
  const found: InvariantViolation[] = [];
  const check = (field: string, value: number, holds: boolean, expectedRange: string) => {
    if (!holds) found.push({ field, value: String(value), expectedRange });
  };
  const { mood, memory, review } = raw;
  const { targetMin, targetMax } = review;
  const { intervalJumpRatio } = raw.parameters.monitoring;
  check("attention", mood.attention, within(mood.attention, 0, 1), "0..1");
  check("fatigue", mood.fatigue, within(mood.fatigue, 0, 1), "0..1");
  check("motivation", mood.motivation, within(mood.motivation, -1, 1), "-1..1");
  check("confidence", mood.confidence, within(mood.confidence, 0, 1), "0..1");
  check("stability", memory.rawStability, stabilityHolds(raw), "0.001..36500");
  check("difficulty", memory.rawDifficulty, within(memory.rawDifficulty, 1, 10), "1..10");
  check("stabilityDirection", memory.rawStability, directionHolds(raw), directionText(raw));
  check("prediction", raw.prediction?.answer ?? 0, predictionHolds(raw), "0.001..0.999");
  check("target", review.targetRecall, targetHolds(raw), `${targetMin}..${targetMax}`);
  check("intervalJump", review.days, jumpHolds(raw), `ratio up to ${intervalJumpRatio}`);
  check("curve", review.days, curveFalls(raw), "falling with time");
  check("reward", raw.reward.value, within(raw.reward.value, -1, 1), "-1..1");
  check("ratingShift", raw.ratingShift, ratingHolds(raw), `up to ${raw.ratingLimit}`);
  check("answeredAt", -raw.backwardsMs, raw.backwardsMs === 0, "not before the last answer");
  check("stateBytes", raw.stateBytes, within(raw.stateBytes, 0, STATE_BYTES_MAX), "up to 24576");
  return found;
}

/** The common case, decided without building a list. */
function allHold(raw: RawStep): boolean {
  const { mood, memory } = raw;
  return (
    within(mood.attention, 0, 1) &&
    within(mood.fatigue, 0, 1) &&
    within(mood.motivation, -1, 1) &&
    within(mood.confidence, 0, 1) &&
    stabilityHolds(raw) &&
    within(memory.rawDifficulty, 1, 10) &&
    directionHolds(raw) &&
    predictionHolds(raw) &&
    targetHolds(raw) &&
    jumpHolds(raw) &&
    curveFalls(raw) &&
    within(raw.reward.value, -1, 1) &&
    ratingHolds(raw) &&
    raw.backwardsMs === 0 &&
    within(raw.stateBytes, 0, STATE_BYTES_MAX)
  );
}

/** False for a value that is no number, whatever the range. */
function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function stabilityHolds({ memory }: RawStep): boolean {
  return within(memory.rawStability, STABILITY_MIN, STABILITY_MAX);
}

function directionHolds({ memory, success }: RawStep): boolean {
  const { rawStability, stabilityBefore } = memory;
  if (stabilityBefore === null) return true;
  return success ? rawStability >= stabilityBefore : rawStability <= stabilityBefore;
}

function directionText({ memory, success }: RawStep): string {
  return `${success ? "at least" : "at most"} ${memory.stabilityBefore}`;
}

/** Within a day near certainty is in order, so only longer pauses are judged. */
function predictionHolds({ prediction }: RawStep): boolean {
  return prediction === null || prediction.sameDay || within(prediction.answer, 0.001, 0.999);
}

function targetHolds({ review }: RawStep): boolean {
  return within(review.targetRecall, review.targetMin, review.targetMax);
}

function jumpHolds({ review, intervalSecsBefore, parameters }: RawStep): boolean {
  const from = Math.max(intervalSecsBefore / DAY_SECS, JUMP_FROM_DAYS);
  return within(review.days, 0, parameters.monitoring.intervalJumpRatio * from);
}

/** Now, half-way and at the due date; a correction keeps the order as long as its slope is > 0. */
function curveFalls({ review }: RawStep): boolean {
  const { curve, days } = review;
  if (curve.line !== null && !(curve.line.slope > 0)) return false;
  const half = blendRecall(curve.blend, days / 2);
  const now = blendRecall(curve.blend, 0);
  return now >= half - FLAT && half >= blendRecall(curve.blend, days) - FLAT;
}

function ratingHolds(raw: RawStep): boolean {
  return Math.abs(raw.ratingShift) <= raw.ratingLimit + 1e-3;
}
