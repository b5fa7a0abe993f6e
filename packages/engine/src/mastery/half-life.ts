import type { Context } from "../context.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { scheduleCurve } from "../memory/prediction.ts";
import { pauseFor } from "../memory/recall-curve.ts";
import type { WordMemory } from "../memory/word-memory.ts";
import { coreFor, modelOf } from "../model.ts";
import type { EngineParameters } from "../parameters/parameters.ts";

const HOURS_BEFORE_FIRST_ANSWER = 24;
/** A hundred years. */
const HOURS_MAX = 876_000;

/** Hours after which recall has fallen to one half, by the scheduling curve; at most 876,000. */
export function halfLifeHours(
  learner: LearnerState,
  memory: WordMemory,
  parameters: EngineParameters,
  context?: Context,
): number {
  const trace = memory.trace;
  if (trace === null) return HOURS_BEFORE_FIRST_ANSWER;
  const model = modelOf(parameters);
  const core = coreFor(learner, parameters, model);
  const facts = context?.word ?? null;
  const view = { learner, memory, trace, parameters, model, core, facts, borrowed: false };
  return Math.min(24 * pauseFor(scheduleCurve(view), 0.5), HOURS_MAX);
}
