import { ema } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { CognitiveProfile, TrendAverages, TrendState } from "./learner-types.ts";

/**
 * Averages after one more answer.
 *
 * @param accuracy    outcome − expectation + 0.5
 * @param speed       −z_t / 4
 * @param engagement  0..1; null when it was not observed
 */
export function nextAverages(
  averages: TrendAverages,
  accuracy: number,
  speed: number,
  engagement: number | null,
  rules: EngineParameters["modeling"],
): TrendAverages {
  const fast = rules.trendFastAlpha;
  const slow = rules.trendAlpha;
  return {
    accuracyFast: ema(averages.accuracyFast, accuracy, fast),
    accuracySlow: ema(averages.accuracySlow, accuracy, slow),
    speedFast: ema(averages.speedFast, speed, fast),
    speedSlow: ema(averages.speedSlow, speed, slow),
    engagementFast: stepped(averages.engagementFast, engagement, fast),
    engagementSlow: stepped(averages.engagementSlow, engagement, slow),
  };
}

/** The average is unchanged if the level was not observed. */
function stepped(average: number, level: number | null, step: number): number {
  return level === null ? average : ema(average, level, step);
}

/** Trends are slopes: fast average minus slow average, bounded to −1..1; 0 at a constant level. */
export function trendsOf(averages: TrendAverages, gain: number): TrendState {
  return {
    accuracyTrend: slope(averages.accuracyFast, averages.accuracySlow, gain),
    speedTrend: slope(averages.speedFast, averages.speedSlow, gain),
    engagementTrend: slope(averages.engagementFast, averages.engagementSlow, gain),
  };
}

function slope(fast: number, slow: number, gain: number): number {
  return fast === slow ? 0 : Math.tanh(gain * (fast - slow));
}

/**
 * The three cognitive values after one more answer, each 0..1.
 *
 * @param speed     percentile of the learner's median time in the population, 0..1
 * @param capacity  outcome against the population's expectation; null within a day
 */
export function nextCognitive(
  before: CognitiveProfile,
  speed: number,
  capacity: number | null,
  slowness: number,
  step: number,
): CognitiveProfile {
  const even = 1 - Math.min(1, Math.abs(slowness) / 3);
  return {
    memoryCapacity: stepped(before.memoryCapacity, capacity, step),
    processingSpeed: ema(before.processingSpeed, speed, step),
    stability: ema(before.stability, even, step),
  };
}
