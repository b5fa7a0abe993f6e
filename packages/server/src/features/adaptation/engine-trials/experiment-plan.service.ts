import { experiments } from "@wordloom/engine/experiments";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { measureLearners, requireMetric, type Stats } from "./experiment-metrics.service.ts";
import { listNewcomers } from "./experiment-metrics.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** The baseline consists of learners who started within this many days. */
const BASELINE_DAYS = 90;
const BASELINE_LEARNERS_MAX = 5_000;

/** Used without data: a share of one half varies most. */
const BASELINE_ASSUMED = 0.5;

/** How close to 0 and 1 a request may come. Beyond that, sample sizes are no longer meaningful. */
const EDGE = 0.0001;

export interface PlanRequest {
  readonly primaryMetric: string;
  readonly mde: number;
  readonly alpha?: number;
  /** Probability of detecting an effect of size `mde`; default 0.8. */
  readonly power?: number;
}

export interface Plan {
  /** Learners required per arm. */
  readonly perArm: number;
  /** Learners who started in the last ninety days. */
  readonly eligibleUsers: number;
  /**
   * Days until both arms are full at the current rate of new learners; null without new learners.
   */
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
  if (![mde, alpha, power].every(isInside)) {
    refuse("INVALID_EXPERIMENT", `mde, alpha and power must be ${EDGE} to ${1 - EDGE}.`);
  }
  const lastDay = localDay(needs.clock.nowMs(), "UTC");
  const span = { firstDay: shiftDay(lastDay, -BASELINE_DAYS), lastDay };
  const found = await listNewcomers(needs.database, span, BASELINE_LEARNERS_MAX);
  const newcomers = found.map((row) => ({ ...row, exposed_at_ms: Date.parse(row.exposed_day) }));
  const { stats, mean } = (await measureLearners(needs, newcomers)).metrics[metric];
  const perArm = requiredPerArm(stats, mean, { mde, alpha, power });
  const perDay = newcomers.length / BASELINE_DAYS;
  const estimatedDays = perDay === 0 ? null : Math.ceil((2 * perArm) / perDay);
  return { perArm, eligibleUsers: newcomers.length, estimatedDays, baseline: mean };
}

function isInside(value: number): boolean {
  return value >= EDGE && value <= 1 - EDGE;
}

/** Assumes a share of one half without data or without variation among the learners. */
function requiredPerArm(
  stats: Stats,
  mean: number | null,
  goal: { readonly mde: number; readonly alpha: number; readonly power: number },
): number {
  const { mde, ...test } = goal;
  const isSpread = "successes" in stats || stats.variance > 0;
  const base = mean === null || !isSpread ? BASELINE_ASSUMED : mean;
  const delta = base === 0 ? mde : Math.abs(base) * mde;
  if ("variance" in stats && stats.variance > 0) {
    return experiments.sampleSize({ kind: "mean", sd: Math.sqrt(stats.variance), delta, ...test });
  }
  // Both are between 0 and 1, because mde is.
  const target = base + delta <= 1 ? base + delta : base - delta;
  return experiments.sampleSize({ kind: "proportion", base, target, ...test });
}
