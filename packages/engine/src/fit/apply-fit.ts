import { requireFinite, requireWeights } from "../argument-checks.ts";
import type { WordFacts } from "../answer.ts";
import type { Context } from "../context.ts";
import { nextReviewAtMs } from "../interval/next-review.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { lastAnswerMs } from "../memory/mode-traces.ts";
import type { WordMemory } from "../memory/word-memory.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { factsOf, type History, replay } from "../replay.ts";
import type { FittedWeights } from "./fit-types.ts";

/** Recall targets of one learner, see {@link Context}. */
export type RecallTargets = Pick<Context, "schedule" | "sspPolicy">;

/**
 * Applies a fit to a learner's state; also records a refused one.
 *
 * The memories are recomputed by replaying the history under the new weights; head, baselines,
 * ratings and state of the learner stay as they are. A refused fit changes no memory and only
 * postpones the next one.
 *
 * @param targets  for the new weights; absent: those of the parameters
 * @throws RangeError  a fitted weight is not a finite number
 */
export function applyFit(
  learner: LearnerState,
  fitted: FittedWeights,
  history: History,
  parameters: EngineParameters,
  targets: RecallTargets = {},
): { learner: LearnerState; memories: Record<string, WordMemory> } {
  requireFinite("fitted.n", fitted.n);
  const { costs } = fitted;
  const reviews = Math.max(fitted.n, learner.fit.targets);
  const fit = { ...learner.fit, reviews, ...(costs !== undefined && { costs }) };
  if (!fitted.accepted) return { learner: { ...learner, fit }, memories: {} };
  requireWeights("fitted.weights", fitted.weights);
  const fittedAtMs = learner.lastAtMs ?? learner.createdAtMs;
  const next = { ...learner, fit: { ...fit, weights: [...fitted.weights], fittedAtMs } };
  const memories = replay(history, parameters, { fitted }).memories;
  for (const memory of Object.values(memories)) {
    reschedule(next, memory, factsOf(history, memory.wordId), parameters, targets);
  }
  return { learner: next, memories };
}

/**
 * Sets the due date that follows from the learner's current head and strategy; that of a replay may
 * differ. Leaves a word without answers as it is.
 */
export function reschedule(
  learner: LearnerState,
  memory: WordMemory,
  word: WordFacts,
  parameters: EngineParameters,
  targets: RecallTargets,
): void {
  const lastAtMs = lastAnswerMs(memory);
  if (lastAtMs === null) return;
  const context = { word, wordRating: null, ...targets };
  const next = nextReviewAtMs(learner, memory, lastAtMs, parameters, context);
  memory.dueAtMs = next.atMs;
  memory.intervalSecs = Math.round((next.atMs - lastAtMs) / 1000);
}
