import type { ExperimentMetric } from "@wordloom/contract";
import { patchOf, type Typed } from "../../features/engine-config/drafts.ts";

/** An experiment in the form; shares are typed in percent. */
export interface TypedPlan {
  readonly name: string;
  readonly treatment: Typed;
  readonly primaryMetric: ExperimentMetric;
  readonly guardrails: readonly ExperimentMetric[];
  readonly mde: string;
  readonly alpha: string;
  readonly power: string;
  /** Empty: as many as planned. */
  readonly sample: string;
  readonly trafficPct: string;
}

export const newPlan: TypedPlan = {
  name: "",
  treatment: {},
  primaryMetric: "day7_retention",
  guardrails: ["reviews_per_day"],
  mde: "5",
  alpha: "5",
  power: "80",
  sample: "",
  trafficPct: "100",
};

/** A typed number, with a comma or a point; undefined if it is none. */
export function typedNumber(typed: string): number | undefined {
  const value = Number(typed.trim().replace(",", "."));
  return typed.trim() === "" || !Number.isFinite(value) ? undefined : value;
}

const shareOf = (typed: string) => {
  const percent = typedNumber(typed);
  return percent === undefined ? undefined : percent / 100;
};

/** The query about the plan; undefined while a value is no number. */
export function questionOf({ primaryMetric, mde, alpha, power }: TypedPlan) {
  const shares = { mde: shareOf(mde), alpha: shareOf(alpha), power: shareOf(power) };
  if (Object.values(shares).includes(undefined)) return undefined;
  return { primaryMetric, ...(shares as Record<keyof typeof shares, number>) };
}

/** The experiment to start, with the planned number of learners unless another is requested. */
export function draftOf(plan: TypedPlan, planned: number) {
  const { name, primaryMetric, guardrails, mde, alpha, sample, trafficPct, treatment } = plan;
  return {
    name: name.trim(),
    treatmentPatch: patchOf(treatment).patch,
    primaryMetric,
    guardrailMetrics: guardrails.filter((metric) => metric !== primaryMetric),
    minSample: typedNumber(sample) ?? planned,
    mde: shareOf(mde),
    alpha: shareOf(alpha),
    trafficPct: typedNumber(trafficPct),
  };
}
