import type { InvariantViolation } from "../result-types.ts";

/** Raw values of one answer, before any clamp or sanitiser, so that a fault can be seen. */
export interface RawStep {
  attention: number;
  fatigue: number;
  motivation: number;
  confidence: number;
  stability: number;
  difficulty: number;
  /** null for a first answer. */
  stabilityBefore: number | null;
  success: boolean;
  /** null for a first answer, and within a day, where near certainty is in order. */
  prediction: number | null;
  target: number;
  targetMin: number;
  targetMax: number;
  intervalDays: number;
  intervalDaysBefore: number;
  jumpRatio: number;
  /** The planning curve now, half-way and at the due date. */
  recallNow: number;
  recallHalf: number;
  recallFull: number;
  reward: number;
  ratingShift: number;
  ratingLimit: number;
  /** How far the answer lies before the learner's previous one, ms; 0 in order. */
  backwardsMs: number;
  stateBytes: number;
}

export const STATE_BYTES_MAX = 24_576;

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
  check("attention", raw.attention, within(raw.attention, 0, 1), "0..1");
  check("fatigue", raw.fatigue, within(raw.fatigue, 0, 1), "0..1");
  check("motivation", raw.motivation, within(raw.motivation, -1, 1), "-1..1");
  check("confidence", raw.confidence, within(raw.confidence, 0, 1), "0..1");
  check("stability", raw.stability, within(raw.stability, 0.001, 36_500), "0.001..36500");
  check("difficulty", raw.difficulty, within(raw.difficulty, 1, 10), "1..10");
  check("stabilityDirection", raw.stability, directionHolds(raw), directionText(raw));
  check("prediction", raw.prediction ?? 0, predictionHolds(raw), "0.001..0.999");
  check("target", raw.target, targetHolds(raw), `${raw.targetMin}..${raw.targetMax}`);
  check("intervalJump", raw.intervalDays, jumpHolds(raw), `ratio up to ${raw.jumpRatio}`);
  check("curve", raw.recallHalf, curveFalls(raw), "falling with time");
  check("reward", raw.reward, within(raw.reward, -1, 1), "-1..1");
  check("ratingShift", raw.ratingShift, ratingHolds(raw), `up to ${raw.ratingLimit}`);
  check("answeredAt", -raw.backwardsMs, raw.backwardsMs === 0, "not before the last answer");
  check("stateBytes", raw.stateBytes, within(raw.stateBytes, 0, STATE_BYTES_MAX), "up to 24576");
  return found;
}

/** The common case, decided without building a list. */
function allHold(raw: RawStep): boolean {
  return (
    within(raw.attention, 0, 1) &&
    within(raw.fatigue, 0, 1) &&
    within(raw.motivation, -1, 1) &&
    within(raw.confidence, 0, 1) &&
    within(raw.stability, 0.001, 36_500) &&
    within(raw.difficulty, 1, 10) &&
    directionHolds(raw) &&
    predictionHolds(raw) &&
    targetHolds(raw) &&
    jumpHolds(raw) &&
    curveFalls(raw) &&
    within(raw.reward, -1, 1) &&
    ratingHolds(raw) &&
    raw.backwardsMs === 0 &&
    within(raw.stateBytes, 0, STATE_BYTES_MAX)
  );
}

/** False for a value that is no number, whatever the range. */
function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function directionHolds(raw: RawStep): boolean {
  if (raw.stabilityBefore === null) return true;
  return raw.success
    ? raw.stability >= raw.stabilityBefore
    : raw.stability <= raw.stabilityBefore;
}

function directionText(raw: RawStep): string {
  return `${raw.success ? "at least" : "at most"} ${raw.stabilityBefore}`;
}

function predictionHolds(raw: RawStep): boolean {
  return raw.prediction === null || within(raw.prediction, 0.001, 0.999);
}

function targetHolds(raw: RawStep): boolean {
  return within(raw.target, raw.targetMin, raw.targetMax);
}

function jumpHolds(raw: RawStep): boolean {
  const from = Math.max(raw.intervalDaysBefore, JUMP_FROM_DAYS);
  return raw.intervalDays >= 0 && raw.intervalDays <= raw.jumpRatio * from;
}

function curveFalls(raw: RawStep): boolean {
  return raw.recallNow >= raw.recallHalf - FLAT && raw.recallHalf >= raw.recallFull - FLAT;
}

function ratingHolds(raw: RawStep): boolean {
  return Math.abs(raw.ratingShift) <= raw.ratingLimit + 1e-3;
}
