import { experiments } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { measureLearners, requireMetric, type Stats } from "./experiment-metrics.service.ts";
import { listNewcomers } from "./experiment-metrics.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** The baseline: learners who started in this many last days. */
const BASELINE_DAYS = 90;
const BASELINE_LEARNERS_MAX = 5_000;

export interface PlanRequest {
  readonly primaryMetric: string;
  readonly mde: number;
  readonly alpha?: number;
  /** Probability of detecting an effect of size `mde`; default 0.8. */
  readonly power?: number;
}

export interface Plan {
  /** Learners required per arm; null without a baseline. */
  readonly perArm: number | null;
  /** Learners who started in the last ninety days. */
  readonly eligibleUsers: number;
  /** Days until both arms are full at the present rate of new learners; null without any. */
  readonly estimatedDays: number | null;
  /** The metric of these learners; null without data. */
  readonly baseline: number | null;
}

/**
 * Estimates the size and duration of an experiment from recently started learners.
 *
 * @throws AppError INVALID_METRIC, INVALID_EXPERIMENT
 */
export async function planExperiment(needs: Needs, request: PlanRequest): Promise<Plan> {
  const metric = requireMetric(request.primaryMetric);
  const { mde, alpha = 0.05, power = 0.8 } = request;
  const isUsable = mde > 0 && mde < 1 && alpha > 0 && alpha < 1 && power > 0 && power < 1;
  if (!isUsable) refuse("INVALID_EXPERIMENT", "mde, alpha and power must be between 0 and 1.");
  const lastDay = localDay(needs.clock.nowMs(), "UTC");
  const span = { firstDay: shiftDay(lastDay, -BASELINE_DAYS), lastDay };
  const found = await listNewcomers(needs.database, span, BASELINE_LEARNERS_MAX);
  const newcomers = found.map((row) => ({ ...row, exposed_at_ms: Date.parse(row.exposed_day) }));
  const { stats, mean } = (await measureLearners(needs, newcomers)).metrics[metric];
  const perArm = mean === null ? null : requiredPerArm(stats, mean, { mde, alpha, power });
  const perDay = newcomers.length / BASELINE_DAYS;
  const estimatedDays = perArm === null || perDay === 0 ? null : Math.ceil((2 * perArm) / perDay);
  return { perArm, eligibleUsers: newcomers.length, estimatedDays, baseline: mean };
}

/** null without variance, or if the target would be outside the possible range. */
function requiredPerArm(
  stats: Stats,
  mean: number,
  goal: { readonly mde: number; readonly alpha: number; readonly power: number },
): number | null {
  const { mde, alpha, power } = goal;
  const delta = mean === 0 ? mde : Math.abs(mean) * mde;
  if ("successes" in stats) {
    const target = mean + delta <= 1 ? mean + delta : mean - delta;
    if (target < 0 || target === mean) return null;
    return experiments.sampleSize({ kind: "proportion", base: mean, target, alpha, power });
  }
  const sd = Math.sqrt(stats.variance);
  if (sd === 0) return null;
  return experiments.sampleSize({ kind: "mean", sd, delta, alpha, power });
}
