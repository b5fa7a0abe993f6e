import type { CalendarMove } from "../interval/workload.ts";
import type { LearnerState, Mood } from "../learner-state/learner-types.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { type Constrained, type ConstraintName, constrain } from "./constraint.ts";
import type { Factor, Impact, Strategy } from "./strategy-types.ts";

/** How much a strategy asks of the learner; the sign of a difference is the sign of an impact. */
export function demandOf(strategy: Strategy): number {
  return (
    strategy.difficulty +
    strategy.newRatio +
    strategy.batchSize / 20 -
    (strategy.reviewMode ? 0.5 : 0)
  );
}

/** Impact of a factor: the demand of the strategy with it against the demand without it. */
export function impactOf(withIt: Strategy, without: Strategy): Impact {
  const change = demandOf(withIt) - demandOf(without);
  if (change > 1e-9) return "positive";
  return change < -1e-9 ? "negative" : "neutral";
}

export interface Explained {
  primaryReason: string;
  factors: Factor[];
}

/** Predictions for the word that was asked. */
export interface WordOutlook {
  /** Recall just before the answer; null for the first answer. */
  predicted: number | null;
  /** Target recall at the next review. */
  target: number;
  /** Days by which the learner's calendar moved the review. */
  moves: readonly CalendarMove[];
}

/**
 * Explains the strategy returned with an answer, and the schedule of the word.
 *
 * @param outlook  null when no word was asked
 */
export function explain(
  learner: LearnerState,
  shown: Constrained,
  outlook: WordOutlook | null,
  parameters: EngineParameters,
): Explained {
  const { strategy, mood } = learner;
  const factors = moodAndRecall(mood, strategy.factors, outlook);
  const decided = strategy.factors;
  for (let i = MOOD_FACTORS.length; i < decided.length; i++) factors.push(decided[i] as Factor);
  for (const { reason, days } of outlook?.moves ?? []) {
    // Affects the date of the word, not the strategy, so its impact is neutral.
    factors.push(factor(`schedule:${reason}`, Math.round(days * 100) / 100 + 0));
  }
  if (shown.applied.length === 0) return { primaryReason: strategy.primaryReason, factors };
  return withConstraints(factors, learner, shown, parameters);
}

/** Literal lists: creating a short list and appending to it is several times slower. */
function moodAndRecall(
  mood: Mood,
  decided: readonly Factor[],
  recall: WordOutlook | null,
): Factor[] {
  const fatigue = factor("fatigue", mood.fatigue, decided[0]);
  const attention = factor("attention", mood.attention, decided[1]);
  const motivation = factor("motivation", mood.motivation, decided[2]);
  if (recall === null) return [fatigue, attention, motivation];
  const target = factor("recallTarget", recall.target);
  if (recall.predicted === null) return [fatigue, attention, motivation, target];
  const predicted = factor("recallPredicted", recall.predicted);
  return [fatigue, attention, motivation, predicted, target];
}

/** Adds the impact of every applied constraint, found by constraining again without it. */
function withConstraints(
  factors: Factor[],
  learner: LearnerState,
  shown: Constrained,
  parameters: EngineParameters,
): Explained {
  const { strategy, mood } = learner;
  const asked = demandOf(shown.strategy);
  let { primaryReason } = strategy;
  let largest = -1;
  for (const name of shown.applied) {
    const without = constrain(strategy.inForce, mood, parameters, name).strategy;
    const change = Math.abs(asked - demandOf(without));
    const impact = impactOf(shown.strategy, without);
    factors.push({ name: `constraint:${name}`, value: 1, impact });
    // The mood factor that caused the constraint gets the same impact.
    const index = MOOD_FACTORS.indexOf(name);
    const moodFactor = factors[index] as Factor;
    factors[index] = { name: moodFactor.name, value: moodFactor.value, impact };
    if (change > largest) {
      largest = change;
      primaryReason = name;
    }
  }
  return { primaryReason, factors };
}

const MOOD_FACTORS: readonly ConstraintName[] = ["high_fatigue", "low_attention", "low_motivation"];

/** A factor with the impact it had when the strategy was decided; neutral if unknown. */
function factor(name: string, value: number, decided?: Factor): Factor {
  return { name, value, impact: decided === undefined ? "neutral" : decided.impact };
}
