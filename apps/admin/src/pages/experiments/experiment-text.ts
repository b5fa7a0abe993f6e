import type { ExperimentMetric, ExperimentMetrics } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** Whether a higher value of a metric is better. */
const isHigherBetter: Readonly<Record<ExperimentMetric, boolean>> = {
  day7_retention: true,
  day30_retention: true,
  session_completion: true,
  mastered_hold: true,
  reviews_per_day: false,
};

export const METRICS = Object.keys(isHigherBetter) as readonly ExperimentMetric[];

/** Answers per day; all others are shares. */
const isShare = (metric: ExperimentMetric) => metric !== "reviews_per_day";

/** A value of a metric in its unit. */
export function valueText(
  metric: ExperimentMetric,
  value: number | null,
  { number }: Pick<Translator, "number">,
): string {
  if (value === null) return "–";
  return isShare(metric)
    ? number(value, { style: "percent", maximumFractionDigits: 1 })
    : number(value, { maximumFractionDigits: 2 });
}

/** A difference with its sign; for shares, in percentage points. */
export function differenceText(
  metric: ExperimentMetric,
  diff: number | null,
  { t, number }: Pick<Translator, "t" | "number">,
): string {
  if (diff === null) return "–";
  const options = { signDisplay: "exceptZero" } as const;
  return isShare(metric)
    ? t("experiments.points", {
        value: number(diff * 100, { ...options, maximumFractionDigits: 1 }),
      })
    : number(diff, { ...options, maximumFractionDigits: 2 });
}

export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

/** One metric of both arms; merely watched ones decide nothing and have no difference. */
export interface MetricRow {
  readonly metric: ExperimentMetric;
  readonly role: "primary" | "guardrail" | "watched";
  readonly control: ExperimentMetrics["control"]["metrics"][string] | undefined;
  readonly treatment: ExperimentMetrics["control"]["metrics"][string] | undefined;
  readonly difference: (Bounds & { diff: number | null; pValue: number | null }) | undefined;
  readonly verdict: "better" | "worse" | "undecided" | undefined;
}

/** The primary metric first, then the guardrails, then the watched ones. */
export function metricRows(
  primaryMetric: ExperimentMetric,
  { control, treatment, primary, guardrails }: ExperimentMetrics,
): MetricRow[] {
  const inBoth = (metric: ExperimentMetric) => ({
    metric,
    control: control.metrics[metric],
    treatment: treatment.metrics[metric],
  });
  const guarded = guardrails.map((found) => {
    const metric = found.metric as ExperimentMetric;
    const verdict = found.worse ? ("worse" as const) : ("undecided" as const);
    return { ...inBoth(metric), role: "guardrail" as const, difference: found, verdict };
  });
  const decided = new Set([primaryMetric, ...guarded.map(({ metric }) => metric)]);
  return [
    {
      ...inBoth(primaryMetric),
      role: "primary",
      difference: primary,
      verdict: primary.significant ? direction(primaryMetric, primary.diff ?? 0) : "undecided",
    },
    ...guarded,
    ...METRICS.filter((metric) => !decided.has(metric)).map((metric) => ({
      ...inBoth(metric),
      role: "watched" as const,
      difference: undefined,
      verdict: undefined,
    })),
  ];
}

const direction = (metric: ExperimentMetric, diff: number) =>
  diff > 0 === isHigherBetter[metric] ? "better" : "worse";

/** Days needed with a share of the learners; the service assumes all of them. */
export function daysAt(trafficPct: number, days: number | null): number | null {
  return days === null ? null : Math.ceil((days * 100) / trafficPct);
}
