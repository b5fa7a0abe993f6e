import type { AnswerInput } from "./answer.ts";
import type { Context } from "./context.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { createMemory, type WordMemory } from "./memory/word-memory.ts";
import type { EngineParameters } from "./parameters/parameters.ts";
import { processAnswer } from "./process-answer.ts";

/**
 * The memory of a word after each of its answers, recomputed with the learner's current weights and
 * current pace. The last one may differ slightly from the stored memory, which was built with the
 * weights and pace of each answer's time.
 *
 * @param answers  to this word alone, in the order in which they were given
 * @throws RangeError  an answer is to another word, or not valid
 */
export function memoryHistory(
  learner: LearnerState,
  answers: readonly AnswerInput[],
  parameters: EngineParameters,
  context: Context,
): WordMemory[] {
  // Otherwise an answer before the learner's last one would be moved to that time.
  const observer = { ...learner, lastAtMs: null };
  let memory = createMemory(context.word.id);
  return answers.map((answer) => {
    ({ memory } = processAnswer(observer, memory, answer, parameters, context));
    return memory;
  });
}
