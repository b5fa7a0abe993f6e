import type { AnswerInput, Context } from "./answer.ts";
import { runAnswerSteps } from "./answer-steps.ts";
import { requireAmount, requireFinite, requireRange } from "./argument-checks.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { requireChoices } from "./mastery/posterior.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import type { Parameters } from "./parameters/parameters.ts";
import { processQuit } from "./process-quit.ts";
import type { ProcessOutcome } from "./result-types.ts";

/**
 * Processes one answer: the main entry point of the engine.
 *
 * Pure: inputs are not modified, and equal inputs give byte-identical results. An answer older than
 * the learner's last one counts as given at that last time.
 *
 * @throws RangeError  the memory belongs to another word, or a number is out of range: a bug in the
 *                     caller, because user input has been validated before
 */
export function processAnswer(
  learner: LearnerState,
  memory: WordMemory,
  answer: AnswerInput,
  parameters: Parameters,
  context: Context,
): ProcessOutcome {
  requireValidAnswer(memory, answer);
  if (answer.wordId === "") return processQuit(learner, memory, answer, parameters, context);
  return runAnswerSteps(learner, memory, answer, parameters, context);
}

function requireGrades({ grade, selfRating, interactionDensity }: AnswerInput): void {
  if (grade !== undefined) {
    requireRange("answer.grade", grade, grade >= 1 && grade <= 4, "1, 2, 3 or 4");
  }
  if (selfRating !== undefined) {
    const known = selfRating >= 0 && selfRating <= 3;
    requireRange("answer.selfRating", selfRating, known, "0, 1, 2 or 3");
  }
  if (interactionDensity !== undefined) {
    requireFinite("answer.interactionDensity", interactionDensity);
  }
}

function requireValidAnswer(memory: WordMemory, answer: AnswerInput): void {
  requireFinite("answer.atMs", answer.atMs);
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
  requireGrades(answer);
  if (answer.wordId === "") {
    if (answer.isQuit !== true)
      throw new RangeError("answer.wordId is empty but the answer is no quit");
  } else if (answer.wordId !== memory.wordId) {
    throw new RangeError(`memory.wordId is ${memory.wordId}, not ${answer.wordId}`);
  }
}
