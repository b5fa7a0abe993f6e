import { type AnswerInput, MODES } from "./answer.ts";
import { requireAmount, requireFinite, requireOneOf, requireRange } from "./argument-checks.ts";
import { requireChoices } from "./mastery/posterior.ts";

const OUTCOMES = [true, false];
const GRADES = [1, 2, 3, 4];

/**
 * Checks an answer before it becomes part of any state.
 *
 * @throws RangeError  naming the field that is mistyped, not finite or out of range
 */
export function requireAnswer(answer: AnswerInput): void {
  requireFinite("answer.atMs", answer.atMs);
  requireOneOf("answer.isCorrect", answer.isCorrect, OUTCOMES);
  const { responseTimeMs } = answer;
  requireRange("answer.responseTimeMs", responseTimeMs, responseTimeMs >= 0, "≥ 0");
  requireFinite("answer.utcOffsetMinutes", answer.utcOffsetMinutes);
  requireFinite("answer.dayStartHour", answer.dayStartHour);
  requireAmount("answer.retryCount", answer.retryCount);
  requireAmount("answer.pauseCount", answer.pauseCount);
  requireAmount("answer.switchCount", answer.switchCount);
  requireAmount("answer.focusLossMs", answer.focusLossMs);
  requireAmount("answer.pausedMs", answer.pausedMs);
  requireAmount("answer.dwellMs", answer.dwellMs);
  requireChoices("answer.choiceCount", answer.choiceCount);
  if (answer.interactionDensity !== undefined) {
    requireFinite("answer.interactionDensity", answer.interactionDensity);
  }
  // A wrong value of these would not show as NaN but count as a different valid value.
  if (answer.mode !== undefined) requireOneOf("answer.mode", answer.mode, MODES);
  if (answer.grade !== undefined) requireOneOf("answer.grade", answer.grade, GRADES);
  if (answer.selfRating !== undefined) {
    requireOneOf("answer.selfRating", answer.selfRating, GRADES);
  }
}
