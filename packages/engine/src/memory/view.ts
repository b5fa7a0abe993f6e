import type { Mode, WordFacts } from "../answer.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { coreFor, type Model, modelOf } from "../model.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Core } from "./fsrs-core.ts";
import { isBorrowed, traceFor } from "./mode-traces.ts";
import type { Trace, WordMemory } from "./word-memory.ts";

/** Inputs of a recall curve. */
export interface View {
  learner: LearnerState;
  memory: WordMemory;
  trace: Trace;
  parameters: EngineParameters;
  model: Model;
  core: Core;
  facts: WordFacts | null;
  /** The trace belongs to another question mode. */
  borrowed: boolean;
}

/** Inputs for a question in this mode; null when the word was never asked. */
export function viewOf(
  learner: LearnerState,
  memory: WordMemory,
  mode: Mode,
  parameters: EngineParameters,
  facts: WordFacts | null,
): View | null {
  const trace = traceFor(memory, mode, parameters);
  if (trace === null) return null;
  const model = modelOf(parameters);
  const core = coreFor(learner, parameters, model);
  const borrowed = isBorrowed(memory, mode, parameters);
  return { learner, memory, trace, parameters, model, core, facts, borrowed };
}
