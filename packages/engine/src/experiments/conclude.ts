import { requireRange } from "../argument-checks.ts";
import { type Comparison, ROUNDING_SLACK } from "./comparison.ts";
import { holm } from "./holm.ts";
import { type MeanStats, welchTest } from "./mean.ts";
import { type Proportion, twoProportionTest } from "./proportion.ts";
import { SAMPLE_RATIO_P_MIN, sampleRatioPValue } from "./sample-ratio.ts";
import { sequentialBound, type SequentialBound } from "./sequential.ts";

/** One metric in both arms. The unit is the user: one number, or one yes or no, per user. */
export interface MetricData {
  metric: string;
  higherIsBetter: boolean;
  control: Proportion | MeanStats;
  treatment: Proportion | MeanStats;
}

export interface ExperimentData {
  /** Exposed users, including those without a metric value so far. */
  users: { control: number; treatment: number };
  primary: MetricData;
  guardrails: readonly MetricData[];
}

export interface ExperimentPlan {
  alpha: number;
  /** Minimum relevant effect, relative to the control arm; absolute if that is 0. */
  mde: number;
  /** Minimum number of users per arm with a metric value. */
  minSample: number;
  /** Whether the planned end is reached. Before it, only the always-valid bound decides. */
  horizonReached: boolean;
  /** Planned share of the treatment arm; absent: one half. */
  treatmentShare?: number;
  /** For the always-valid bound; best fixed at the start. Absent: the mde on the control arm. */
  mixingSd?: number;
}

export interface PrimaryFinding {
  metric: string;
  diff: number | null;
  low: number | null;
  high: number | null;
  /** Fixed-horizon; before the planned end for display only, see `basis`. */
  pValue: number | null;
  alwaysValidPValue: number | null;
  /** Bounds that hold at every look, however often one looks; null without a planned effect. */
  alwaysValidLow: number | null;
  alwaysValidHigh: number | null;
  basis: "fixed_horizon" | "shown_early";
  /** By the p value valid at this time, in either direction. */
  significant: boolean;
}

export interface GuardrailFinding {
  metric: string;
  diff: number | null;
  /** Bounds at the level of the plan, not corrected for the number of guardrails. */
  low: number | null;
  high: number | null;
  /** Corrected for the number of guardrails. */
  pValue: number | null;
  worse: boolean;
}

export type Objection =
  | "too_few_users"
  | "not_significant"
  | "wrong_direction"
  | "effect_below_mde"
  | "guardrail_worse"
  | "sample_ratio_mismatch";

export interface Conclusion {
  primary: PrimaryFinding;
  guardrails: GuardrailFinding[];
  sampleRatioPValue: number | null;
  canAdopt: boolean;
  /** Every reason against adoption; empty exactly if `canAdopt`. */
  reasons: Objection[];
}

/**
 * Decides whether the treatment of an experiment may be adopted, and if not, why.
 *
 * @throws RangeError  alpha outside (0, 1), mde or minSample below 0, impossible counts
 */
export function concludeExperiment(data: ExperimentData, plan: ExperimentPlan): Conclusion {
  requireRange("alpha", plan.alpha, plan.alpha > 0 && plan.alpha < 1, "in (0, 1)");
  requireRange("mde", plan.mde, plan.mde >= 0, "≥ 0");
  requireRange("minSample", plan.minSample, plan.minSample >= 0, "≥ 0");
  const primary = judgePrimary(data.primary, plan);
  const guardrails = judgeGuardrails(data.guardrails, plan);
  const ratio = sampleRatioPValue(data.users, plan.treatmentShare);
  const gain = (primary.diff ?? 0) * (data.primary.higherIsBetter ? 1 : -1);

  const objections: [boolean, Objection][] = [
    [!hasEnoughUsers(data.primary, plan), "too_few_users"],
    [!primary.significant, "not_significant"],
    [gain < 0, "wrong_direction"],
    [effectSize(gain, data.primary) < plan.mde - ROUNDING_SLACK, "effect_below_mde"],
    [guardrails.some((guardrail) => guardrail.worse), "guardrail_worse"],
    [ratio !== null && ratio <= SAMPLE_RATIO_P_MIN, "sample_ratio_mismatch"],
  ];
  const reasons = objections.filter(([applies]) => applies).map(([, reason]) => reason);
  return { primary, guardrails, sampleRatioPValue: ratio, canAdopt: reasons.length === 0, reasons };
}

function judgePrimary(data: MetricData, plan: ExperimentPlan): PrimaryFinding {
  const comparison = compare(data, plan.alpha);
  const alwaysValid = comparison === null ? null : alwaysValidBound(comparison, data, plan);
  const pValue = comparison?.pValue ?? null;
  const deciding = plan.horizonReached ? pValue : (alwaysValid?.pValue ?? null);
  return {
    metric: data.metric,
    diff: comparison?.diff ?? null,
    low: comparison?.low ?? null,
    high: comparison?.high ?? null,
    pValue,
    alwaysValidPValue: alwaysValid?.pValue ?? null,
    alwaysValidLow: alwaysValid?.low ?? null,
    alwaysValidHigh: alwaysValid?.high ?? null,
    basis: plan.horizonReached ? "fixed_horizon" : "shown_early",
    significant: deciding !== null && deciding < plan.alpha,
  };
}

function alwaysValidBound(
  { diff, standardError }: Comparison,
  data: MetricData,
  plan: ExperimentPlan,
): SequentialBound {
  const mixingSd = plan.mixingSd ?? plan.mde * (Math.abs(rateOf(data.control)) || 1);
  // Without a planned effect there is no mixing distribution, so the test cannot stop early.
  if (!(mixingSd > 0)) return { pValue: 1, low: null, high: null };
  return sequentialBound({ diff, standardError, mixingSd, alpha: plan.alpha });
}

function judgeGuardrails(
  guardrails: readonly MetricData[],
  plan: ExperimentPlan,
): GuardrailFinding[] {
  const compared = guardrails.map((data) => ({ data, comparison: compare(data, plan.alpha) }));
  const tested = compared.filter(({ comparison }) => comparison !== null);
  const corrected = holm(tested.map(({ comparison }) => comparison!.pValue));
  return compared.map((entry) => {
    const { data, comparison } = entry;
    if (comparison === null) return unknownGuardrail(data.metric);
    const pValue = corrected[tested.indexOf(entry)] ?? 1;
    const isBad = data.higherIsBetter ? comparison.diff < 0 : comparison.diff > 0;
    const worse = isBad && pValue < plan.alpha && hasEnoughUsers(data, plan);
    const { diff, low, high } = comparison;
    return { metric: data.metric, diff, low, high, pValue, worse };
  });
}

function unknownGuardrail(metric: string): GuardrailFinding {
  return { metric, diff: null, low: null, high: null, pValue: null, worse: false };
}

function compare({ control, treatment }: MetricData, alpha: number): Comparison | null {
  if ("successes" in control && "successes" in treatment) {
    return twoProportionTest(control, treatment, alpha);
  }
  if ("mean" in control && "mean" in treatment) return welchTest(control, treatment, alpha);
  throw new RangeError("control and treatment must be measured in the same way");
}

function hasEnoughUsers({ control, treatment }: MetricData, plan: ExperimentPlan): boolean {
  return control.n >= plan.minSample && treatment.n >= plan.minSample;
}

/** The gain relative to the control arm's value; absolute if that value is 0. */
function effectSize(gain: number, { control }: MetricData): number {
  return gain / (Math.abs(rateOf(control)) || 1);
}

function rateOf(arm: Proportion | MeanStats): number {
  if ("mean" in arm) return arm.mean;
  return arm.n === 0 ? 0 : arm.successes / arm.n;
}
