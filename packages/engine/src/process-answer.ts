import type { AnswerInput, Context } from "./answer.ts";
import { runAnswerSteps } from "./answer-steps.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import type { Parameters } from "./parameters/parameters.ts";
import { processQuit } from "./process-quit.ts";
import type { ProcessOutcome } from "./result-types.ts";

/**
 * What one answer changes and tells: the front door of the engine.
 *
 * Pure: the inputs are left as they are, and the same inputs always give the same bytes. An answer
 * older than the learner's last one counts as given at that last time.
 *
 * @throws RangeError  the memory belongs to another word, or a time is not a finite number:
 *                     bugs of the caller, because what users send has been checked before
 */
export function processAnswer(
  learner: LearnerState,
  memory: WordMemory,
  answer: AnswerInput,
  parameters: Parameters,
  context: Context,
): ProcessOutcome {
  requireSound(memory, answer);
  if (answer.wordId === "") return processQuit(learner, memory, answer, parameters, context);
  return runAnswerSteps(learner, memory, answer, parameters, context);
}

function requireSound(memory: WordMemory, answer: AnswerInput): void {
  if (!Number.isFinite(answer.atMs)) throw new RangeError(`answer.atMs is ${answer.atMs}`);
  if (!(answer.responseTimeMs >= 0 && answer.responseTimeMs < Infinity)) {
    throw new RangeError(`answer.responseTimeMs is ${answer.responseTimeMs}`);
  }
  if (answer.wordId === "") {
    if (answer.isQuit !== true) throw new RangeError("answer.wordId is empty and it is no quit");
  } else if (answer.wordId !== memory.wordId) {
    throw new RangeError(`memory.wordId is ${memory.wordId}, not ${answer.wordId}`);
  }
}
