import { localDay } from "../answer.ts";
import { clampStability, longTermRecall, nextStability } from "../memory/fsrs-core.ts";
import type { View } from "../memory/view.ts";
import { type RecallCurve, recallAt } from "../memory/recall-curve.ts";
import { DAY_MS } from "../numeric/durations.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Context } from "../context.ts";
import { type LearnerSchedule, OWN_RECALL } from "./learner-goal.ts";
import { policyRecall, tableRecall } from "./ssp-policy.ts";
import { hasRoom, type SchedulePlan } from "./workload.ts";

/** Nothing that could move a target. */
const NO_CONTEXT: Pick<Context, "plan" | "schedule" | "sspPolicy"> = {};

export interface Target {
  recall: number;
  reason: string;
}

/** Target recall at the next review; the first source that applies decides. */
export function targetRecall(view: View, curve: RecallCurve, context: Context | undefined): Target {
  const { parameters, trace } = view;
  const { plan, schedule, sspPolicy: policy } = context ?? NO_CONTEXT;
  const rules = parameters.memoryModel;
  if (plan?.deadlineAtMs !== undefined) {
    const recall = deadlineRecall(view, curve, plan, plan.deadlineAtMs);
    if (recall !== null) return { recall: bounded(recall, view), reason: "deadline" };
  }
  if (schedule !== undefined) return scheduledRecall(schedule, view);
  if (parameters.featureFlags.sspEnabled === true && policy !== undefined) {
    const recall = policyRecall(policy, trace.stability, trace.difficulty, parameters.ssp);
    if (recall !== null) return { recall, reason: "ssp_policy" };
  }
  if (rules.gspMaturityBandDays > 0) {
    const young = trace.stability < rules.gspMaturityBandDays;
    const wanted = young ? rules.gspYoungRetention : rules.gspMatureRetention;
    if (wanted > 0) return { recall: bounded(wanted, view), reason: young ? "young" : "mature" };
  }
  return { recall: bounded(rules.baseDesiredRetention, view), reason: "base_retention" };
}

function scheduledRecall(schedule: LearnerSchedule, { trace, parameters }: View): Target {
  if (schedule.kind === "recall") return { recall: schedule.recall, reason: "goal_recall" };
  const { stability, difficulty } = trace;
  const recall = tableRecall(schedule.policy, stability, difficulty, parameters.ssp);
  return { recall, reason: "goal_policy" };
}

/** Whether the target is from a table solved for intervals of a day or more. */
export function isFromPolicy({ reason }: Target): boolean {
  return reason === "ssp_policy" || reason === "goal_policy";
}

/** Limits of a target by its source. */
export function targetLimits(
  target: Target,
  { ssp, memoryModel }: EngineParameters,
): { readonly min: number; readonly max: number } {
  if (isFromPolicy(target)) return { min: ssp.rMin, max: ssp.rMax };
  if (target.reason === "goal_recall") return OWN_RECALL;
  return { min: memoryModel.retentionMin, max: memoryModel.retentionMax };
}

/** Why an enabled policy was not used; null when it was used or is disabled. */
export function policyRemark(view: View, context: Context | undefined): string | null {
  const policy = context?.sspPolicy;
  if (context?.schedule !== undefined || view.parameters.featureFlags.sspEnabled === false)
    return null;
  if (policy === undefined) return "ssp_no_policy";
  const done = view.trace.stability >= view.parameters.ssp.targetStabilityDays;
  return done ? "ssp_target_reached" : null;
}

function bounded(recall: number, view: View): number {
  const { retentionMin, retentionMax } = view.parameters.memoryModel;
  return Math.min(Math.max(recall, retentionMin), retentionMax);
}

/**
 * Predicted recall on the review day that maximizes recall at the deadline.
 *
 * Each day up to the deadline is tried for one review; recall at the deadline is the mean over its
 * success and failure. Days without room are skipped.
 *
 * @returns null when the deadline has passed or no day before it has room
 */
function deadlineRecall(
  view: View,
  curve: RecallCurve,
  plan: SchedulePlan,
  deadlineAtMs: number,
): number | null {
  const { learner, trace } = view;
  const last = localDay(trace.lastAtMs, learner.utcOffsetMinutes, learner.dayStartHour);
  const end = localDay(deadlineAtMs, learner.utcOffsetMinutes, learner.dayStartHour);
  const horizon = (deadlineAtMs - trace.lastAtMs) / DAY_MS;
  let best: number | null = null;
  let bestLeft = 0;
  for (let days = 1; days <= end - last; days++) {
    if (!hasRoom(trace.lastAtMs, days, learner, plan)) continue;
    const left = recallLeft(view, curve, days, Math.max(horizon - days, 0));
    if (left > bestLeft) {
      bestLeft = left;
      best = days;
    }
  }
  return best === null ? null : recallAt(curve, best);
}

function recallLeft(view: View, curve: RecallCurve, days: number, rest: number): number {
  const { core, trace } = view;
  const longTerm = longTermRecall(core, days, trace.stability);
  const after = (grade: 1 | 3) =>
    longTermRecall(core, rest, clampStability(nextStability(core, trace, longTerm, grade, false)));
  const p = recallAt(curve, days);
  return p * after(3) + (1 - p) * after(1);
}
