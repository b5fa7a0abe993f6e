import type { EngineParameters } from "../parameters/parameters.ts";
import type { LearnerState } from "./learner-types.ts";

/** A hint to the learner; the service supplies the text. */
export interface Intervention {
  type: "rest" | "encouragement" | "focus" | "continue";
  severity: "warning" | "info" | "success";
}

/** The interventions for the learner's state; a single "continue" if none is needed. */
export function interventions(learner: LearnerState, parameters: EngineParameters): Intervention[] {
  const { fatigue, motivation, attention } = learner.mood;
  const limits = parameters.intervention;
  const hints: Intervention[] = [];
  if (fatigue > limits.fatigueAlertThreshold) hints.push({ type: "rest", severity: "warning" });
  if (motivation < limits.motivationAlertThreshold) {
    hints.push({ type: "encouragement", severity: "info" });
  }
  if (attention < limits.attentionAlertThreshold) {
    hints.push({ type: "focus", severity: "warning" });
  }
  return hints.length > 0 ? hints : [{ type: "continue", severity: "success" }];
}

/**
 * Blends a reported visual-fatigue score into fatigue.
 *
 * @param score  0..100
 */
export function applyVisualFatigue(
  learner: LearnerState,
  score: number,
  parameters: EngineParameters,
): LearnerState {
  if (!(score >= 0 && score <= 100)) throw new RangeError(`score is ${score}, not in 0..100`);
  const weight = parameters.modeling.visualFatigueWeight;
  const fatigue = (1 - weight) * learner.mood.fatigue + (weight * score) / 100;
  return { ...learner, mood: { ...learner.mood, fatigue } };
}
