import type { AnswerInput } from "./answer.ts";
import type { Context } from "./context.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { createMemory, type WordMemory } from "./memory/word-memory.ts";
import type { EngineParameters } from "./parameters/parameters.ts";
import { processAnswer } from "./process-answer.ts";

/**
 * The memory of a word after each of its answers, seen from the present: the learner's weights are
 * those of now, and answer times of then are compared with the pace of now. So the last one may
 * differ slightly from the stored memory, which has followed the learner.
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
  // An answer before the learner's last one would be taken as given at that time.
  const observer = { ...learner, lastAtMs: null };
  let memory = createMemory(context.word.id);
  return answers.map((answer) => {
    ({ memory } = processAnswer(observer, memory, answer, parameters, context));
    return memory;
  });
}
