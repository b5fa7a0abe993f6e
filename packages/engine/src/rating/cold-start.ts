import type { ColdStartPhase } from "../learner-state/learner-types.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { abilityCertainty } from "./elo-rating.ts";

/** Answers before certainty is considered. */
const CLASSIFY_ANSWERS_MIN = 5;

/**
 * Phase after an answer; phases only move forward.
 *
 * @param answers      answers of the learner so far
 * @param information  ability information, see {@link abilityCertainty}
 */
export function nextPhase(
  phase: ColdStartPhase,
  answers: number,
  information: number,
  parameters: EngineParameters,
): ColdStartPhase {
  if (phase === null) return null;
  const rules = parameters.coldStart;
  const certainty = abilityCertainty(information, rules.abilityPriorSd);
  const goal = rules.classifyToExploreConfidence;
  const known = answers >= CLASSIFY_ANSWERS_MIN;
  if (phase === "Classify") {
    const classified = answers >= rules.classifyToExploreEvents || (known && certainty >= goal);
    if (!classified) return "Classify";
  }
  const explored =
    answers >= rules.exploreToExploitEvents || (known && certainty >= 1 - (1 - goal) / 2);
  return explored ? null : "Explore";
}
