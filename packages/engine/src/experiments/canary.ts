import { requireRange } from "../argument-checks.ts";
import { ROUNDING_SLACK } from "./comparison.ts";
import { welchTest } from "./mean.ts";
import { newcombe } from "./proportion.ts";

/** Aggregates over the users on one version. */
export interface ArmStats {
  /** Answers. */
  n: number;
  rewardMean: number;
  /** With divisor n − 1. */
  rewardVariance: number;
  anomalies: number;
}

export interface CanaryLimits {
  /** Drop of mean reward that causes a rollback, ≥ 0. */
  rewardDrop: number;
  /** Rise of the anomaly rate that causes a rollback, ≥ 0. */
  anomalyRise: number;
  /** Minimum number of answers in each arm. */
  minSample: number;
}

/** Canary minus stable, with 95 % bounds. */
interface Difference {
  diff: number;
  low: number;
  high: number;
}

export interface CanaryVerdict {
  verdict: "waiting" | "healthy" | "roll_back";
  reasons: ("reward_fell" | "anomalies_rose")[];
  /** null with fewer than two answers in an arm. */
  reward: Difference | null;
  anomalyRate: Difference | null;
}

/**
 * Judges a canary against the stable version. The limits apply to the observed differences, not to
 * their bounds: rolling back a good version costs little, keeping a bad one harms learners. The
 * bounds show an operator how certain the verdict is.
 *
 * @throws RangeError  impossible statistics, or limits below 0
 */
export function judgeCanary(
  stable: ArmStats,
  canary: ArmStats,
  limits: CanaryLimits,
): CanaryVerdict {
  requireRange("rewardDrop", limits.rewardDrop, limits.rewardDrop >= 0, "≥ 0");
  requireRange("anomalyRise", limits.anomalyRise, limits.anomalyRise >= 0, "≥ 0");
  requireRange("minSample", limits.minSample, limits.minSample >= 0, "≥ 0");
  const reward = rewardDifference(stable, canary);
  const anomalyRate = anomalyDifference(stable, canary);
  const sampleSmaller = Math.min(stable.n, canary.n);
  if (sampleSmaller < limits.minSample || reward === null || anomalyRate === null) {
    return { verdict: "waiting", reasons: [], reward, anomalyRate };
  }
  const reasons: CanaryVerdict["reasons"] = [];
  if (hasMoved(-reward.diff, limits.rewardDrop)) reasons.push("reward_fell");
  if (hasMoved(anomalyRate.diff, limits.anomalyRise)) reasons.push("anomalies_rose");
  const verdict = reasons.length > 0 ? "roll_back" : "healthy";
  return { verdict, reasons, reward, anomalyRate };
}

/** Whether the change reached the limit; equal arms never do, not even a limit of 0. */
function hasMoved(by: number, limit: number): boolean {
  return by > 0 && by >= limit - ROUNDING_SLACK;
}

function rewardDifference(stable: ArmStats, canary: ArmStats): Difference | null {
  const [before, after] = [stable, canary].map((arm) => ({
    n: arm.n,
    mean: arm.rewardMean,
    variance: arm.rewardVariance,
  }));
  const test = welchTest(before!, after!);
  return test === null ? null : { diff: test.diff, low: test.low, high: test.high };
}

function anomalyDifference(stable: ArmStats, canary: ArmStats): Difference | null {
  const [before, after] = [stable, canary].map((arm) => ({ successes: arm.anomalies, n: arm.n }));
  const difference = newcombe(before!, after!);
  return stable.n === 0 || canary.n === 0 ? null : difference;
}
