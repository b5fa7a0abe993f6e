import type { AnswerInput } from "./answer.ts";
import type { Context } from "./context.ts";
import { requireAnswer } from "./answer-check.ts";
import { runAnswerSteps } from "./answer-steps.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import type { EngineParameters } from "./parameters/parameters.ts";
import { processQuit } from "./process-quit.ts";
import type { ProcessOutcome } from "./result-types.ts";

/**
 * Processes one answer: the main entry point of the engine.
 *
 * Pure: inputs are not modified, and equal inputs give byte-identical results. An answer older than
 * the learner's last one counts as given at that last time.
 *
 * @throws RangeError  the memory belongs to another word, or a field of the answer is mistyped or
 *                     out of range: a bug in the caller, because user input was validated before
 */
export function processAnswer(
  learner: LearnerState,
  memory: WordMemory,
  answer: AnswerInput,
  parameters: EngineParameters,
  context: Context,
): ProcessOutcome {
  requireValidInput(memory, answer);
  if (answer.wordId === "") return processQuit(learner, memory, answer, parameters, context);
  return runAnswerSteps(learner, memory, answer, parameters, context);
}

function requireValidInput(memory: WordMemory, answer: AnswerInput): void {
  requireAnswer(answer);
  if (answer.wordId === "" && answer.isQuit !== true) {
    throw new RangeError("answer.wordId is empty but the answer is no quit");
  }
  if (answer.wordId !== "" && answer.wordId !== memory.wordId) {
    throw new RangeError(`memory.wordId is ${memory.wordId}, not ${answer.wordId}`);
  }
}
