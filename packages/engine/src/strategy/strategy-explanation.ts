import type { Mood } from "../learner-state/learner-types.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { type ConstraintName, constrain } from "./constraint.ts";
import type { Factor, Impact, Strategy, StrategyState } from "./strategy-types.ts";

/** How much a strategy asks of the learner; the sign of a difference is the sign of an impact. */
export function demandOf(strategy: Strategy): number {
  return (
    strategy.difficulty +
    strategy.newRatio +
    strategy.batchSize / 20 -
    (strategy.reviewMode ? 0.5 : 0)
  );
}

/** Impact of something on a strategy: what it asks with it, against what it asks without. */
export function impactOf(withIt: Strategy, without: Strategy): Impact {
  const change = demandOf(withIt) - demandOf(without);
  if (change > 1e-9) return "positive";
  return change < -1e-9 ? "negative" : "neutral";
}

export interface Explained {
  primaryReason: string;
  factors: Factor[];
}

/** What the strategy shown with an answer came from. */
export function explain(
  state: StrategyState,
  shown: { strategy: Strategy; applied: readonly ConstraintName[] },
  mood: Mood,
  recall: { predicted: number | null; target: number | null },
  parameters: Parameters,
): Explained {
  const decided = state.factors;
  const fatigue = factor("fatigue", mood.fatigue, decided[0]);
  const attention = factor("attention", mood.attention, decided[1]);
  const motivation = factor("motivation", mood.motivation, decided[2]);
  const factors = [fatigue, attention, motivation];
  if (recall.predicted !== null) factors.push(factor("recallPredicted", recall.predicted));
  if (recall.target !== null) factors.push(factor("recallTarget", recall.target));
  for (let i = MOOD_FACTORS.length; i < decided.length; i++) factors.push(decided[i] as Factor);
  if (shown.applied.length === 0) return { primaryReason: state.primaryReason, factors };
  return withConstraints(factors, state, shown, mood, parameters);
}

/** Judges every constraint that acted by leaving it out and constraining again. */
function withConstraints(
  factors: Factor[],
  state: StrategyState,
  shown: { strategy: Strategy; applied: readonly ConstraintName[] },
  mood: Mood,
  parameters: Parameters,
): Explained {
  let primaryReason = state.primaryReason;
  let largest = -1;
  for (const name of shown.applied) {
    const without = constrain(state.inForce, mood, parameters, name).strategy;
    const change = Math.abs(demandOf(shown.strategy) - demandOf(without));
    const impact = impactOf(shown.strategy, without);
    factors.push({ name: `constraint:${name}`, value: 1, impact });
    // The mood behind a constraint that acted has its impact.
    const index = MOOD_FACTORS.indexOf(name);
    factors[index] = { ...(factors[index] as Factor), impact };
    if (change > largest) {
      largest = change;
      primaryReason = name;
    }
  }
  return { primaryReason, factors };
}

const MOOD_FACTORS: readonly ConstraintName[] = ["high_fatigue", "low_attention", "low_motivation"];

/** A factor with the impact it had when the strategy was decided; neutral when none is known. */
function factor(name: string, value: number, decided?: Factor): Factor {
  return { name, value, impact: decided === undefined ? "neutral" : decided.impact };
}
