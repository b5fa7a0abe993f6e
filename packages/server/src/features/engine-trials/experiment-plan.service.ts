import { experiments } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import { localDay, shiftDay } from "../../platform/local-day.ts";
import { measureLearners, requireMetric, type Stats } from "./experiment-metrics.service.ts";
import { listNewcomers } from "./experiment-metrics.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** What experiments look like where nothing else is known: learners who came in so many days. */
const BASELINE_DAYS = 90;
const BASELINE_LEARNERS_MAX = 5_000;

export interface PlanQuestion {
  readonly primaryMetric: string;
  readonly mde: number;
  readonly alpha?: number;
  /** Chance of finding an effect of that size; 0.8. */
  readonly power?: number;
}

export interface Plan {
  /** Learners that each arm needs; null without a baseline to start from. */
  readonly perArm: number | null;
  /** Learners who began in the last ninety days. */
  readonly eligibleUsers: number;
  /** Until both arms are full at the rate at which learners came; null when none came. */
  readonly estimatedDays: number | null;
  /** The metric among them; null when nothing is known. */
  readonly baseline: number | null;
}

/**
 * What it would take to find an effect, judged by learners who began lately.
 *
 * @throws AppError INVALID_METRIC, INVALID_EXPERIMENT
 */
export async function planExperiment(needs: Needs, asked: PlanQuestion): Promise<Plan> {
  const metric = requireMetric(asked.primaryMetric);
  const { mde, alpha = 0.05, power = 0.8 } = asked;
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

/** null when nothing varies, or the effect would lead out of what is possible. */
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
