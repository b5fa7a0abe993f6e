import { type Mode, modeOf, MODES } from "../answer.ts";
import { requireFinite, requireOneOf } from "../argument-checks.ts";
import type { Context } from "../context.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { answerRecall, scheduleCurve } from "./prediction.ts";
import { recallAt } from "./recall-curve.ts";
import { pauseDays } from "./trace-update.ts";
import { viewOf } from "./view.ts";
import type { WordMemory } from "./word-memory.ts";

export type Variant = "answer" | "schedule";

const VARIANTS: readonly Variant[] = ["answer", "schedule"];

export interface PredictOptions {
  /**
   * "answer": uses everything known just before a question. "schedule": a curve over future time,
   * without signals of the current session. Absent: "answer".
   */
  variant?: Variant;
  mode?: Mode;
  context?: Context;
}

/**
 * Probability that the learner recalls a word at an instant.
 *
 * @returns in (0, 1]; the prior of a first answer when the word was never asked
 * @throws RangeError  the instant is not a finite number, or an option is unknown
 */
export function predictRecall(
  learner: LearnerState,
  memory: WordMemory,
  atMs: number,
  parameters: EngineParameters,
  options: PredictOptions = {},
): number {
  requireFinite("atMs", atMs);
  if (options.mode !== undefined) requireOneOf("options.mode", options.mode, MODES);
  if (options.variant !== undefined) requireOneOf("options.variant", options.variant, VARIANTS);
  const mode = modeOf(options);
  const view = viewOf(learner, memory, mode, parameters, options.context?.word ?? null);
  if (view === null) return parameters.mastery.firstPrior;
  if (options.variant !== "schedule") return answerRecall(view, options.context ?? null, atMs);
  return recallAt(scheduleCurve(view), pauseDays(view.trace, atMs));
}
