import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { checkedByItself, dictionary, list } from "../core/sizes.ts";

const admin = { access: "admin", stability: "beta" } as const;

const Value = z.union([z.number(), z.boolean()]);
const number = z.number().nullable();

export const ExperimentStatus = z
  .enum(["running", "concluded_adopt", "concluded_reject"])
  .describe(
    "concluded_adopt: the treatment became the configuration; concluded_reject: it did not.",
  );

const METRICS_DESCRIPTION =
  "day7_retention, day30_retention, session_completion, mastered_hold (higher is better), " +
  "reviews_per_day (lower is better).";

/** The metric named in a request; an unknown one has its own error code. */
const Metric = z.string().meta({ description: METRICS_DESCRIPTION });

/** The metric by which an experiment compares its arms. */
export const ExperimentMetric = z
  .enum([
    "day7_retention",
    "day30_retention",
    "session_completion",
    "mastered_hold",
    "reviews_per_day",
  ])
  .meta({ description: METRICS_DESCRIPTION });

/** An experiment: parameters that have different values for half of the learners. */
export const Experiment = z.object({
  id: z.string().describe("Id of the experiment, a UUID."),
  name: z.string().describe("Name of the experiment, 1 to 200 characters."),
  status: ExperimentStatus,
  treatmentPatch: z
    .record(z.string(), Value)
    .meta({ description: "Value by dotted path of the parameter." }),
  primaryMetric: ExperimentMetric,
  guardrailMetrics: z
    .array(ExperimentMetric)
    .describe("Metrics that must not get worse, at most 20."),
  minSample: z.int().meta({ description: "Minimum number of learners with data per arm." }),
  alpha: z.number().meta({ description: "Significance level." }),
  mde: z.number().meta({ description: "Minimum relevant effect, relative to the control arm." }),
  trafficPct: z.number().meta({ description: "Percentage of the learners who take part." }),
  startedAt: Timestamp.describe("When the experiment started."),
  concludedAt: Timestamp.nullable().describe("When it ended; null while it runs."),
  versionHash: z.string().meta({ description: "The configuration version at the start." }),
});

const or = (fallback: number) =>
  z
    .number()
    .nullish()
    .transform((given) => given ?? fallback);

const ExperimentDraft = z.object({
  name: z.string().meta({ description: "Name of the experiment, 1 to 200 characters." }),
  treatmentPatch: dictionary(checkedByItself(Value), { max: 295 }).describe(
    "Value of the treatment by dotted path of the parameter.",
  ),
  primaryMetric: Metric,
  guardrailMetrics: list(z.string(), { max: 20 })
    .nullish()
    .transform((given) => given ?? [])
    .describe("Metrics that must not get worse, at most 20; default: none."),
  minSample: or(200).meta({ description: "At least 1; default 200 per arm." }),
  alpha: or(0.05).meta({ description: "Between 0 and 1; default 0.05." }),
  mde: or(0.02).meta({ description: "At least 0; default 0.02." }),
  trafficPct: or(100).meta({ description: "Above 0 to 100; default 100." }),
});

const PlanDraft = z.object({
  primaryMetric: Metric,
  mde: z.number().meta({ description: "Relative effect to detect, between 0 and 1." }),
  alpha: or(0.05).meta({ description: "Between 0 and 1; default 0.05." }),
  power: or(0.8).meta({ description: "Chance to detect it, between 0 and 1; default 0.8." }),
});

export const ExperimentPlanned = z.object({
  perArm: z.int().meta({ description: "Learners required per arm." }),
  eligibleUsers: z
    .int()
    .meta({ description: "Number of learners who started in the last 90 days." }),
  estimatedDays: z
    .int()
    .nullable()
    .meta({ description: "Expected duration in days; null if there are no new learners." }),
  baseline: number.meta({ description: "The metric of these learners; null if there is no data." }),
});

/** Bounds of a confidence interval of level 1 − alpha. */
const interval = (what: string) => ({
  low: number.describe(
    `Lower bound of ${what}, at confidence 1 − alpha; null if there is no data.`,
  ),
  high: number.describe(
    `Upper bound of ${what}, at confidence 1 − alpha; null if there is no data.`,
  ),
});

const Arm = z.object({
  users: z.int().describe("Number of learners in this arm so far."),
  metrics: z
    .record(
      z.string(),
      z.object({
        mean: number.describe(
          "Mean over these learners, in the metric's unit; null if there is no data.",
        ),
        n: z.int().describe("Number of learners with data."),
        ...interval("the mean"),
      }),
    )
    .describe("Results of each metric."),
});

export const ExperimentMetrics = z.object({
  control: Arm.describe("The learners with the unchanged configuration."),
  treatment: Arm.describe("The learners with the changed parameters."),
  primary: z
    .object({
      diff: number.meta({ description: "Treatment minus control; null if there is no data." }),
      pValue: number.describe(
        "Probability of such a difference if there is no effect, 0 to 1; null if there is no " +
          "data.",
      ),
      significant: z.boolean().describe("Whether pValue is below alpha."),
      ...interval("diff"),
      planReached: z
        .boolean()
        .describe(
          "Whether both arms have minSample learners with data. Until then, pValue, low and " +
            "high are corrected for repeated looks.",
        ),
    })
    .describe("The metric that decides."),
  guardrails: z
    .array(
      z.object({
        metric: z.string().describe("Name of the metric."),
        diff: number.describe("Treatment minus control; null if there is no data."),
        pValue: number.describe(
          "Probability of such a difference if there is no effect, 0 to 1, corrected for the " +
            "number of guardrails; null if there is no data.",
        ),
        worse: z.boolean().describe("Whether the treatment is significantly worse."),
        ...interval("diff, not corrected for the number of guardrails"),
      }),
    )
    .describe("The metrics that must not get worse."),
  canAdopt: z.boolean().describe("Whether the treatment may be adopted now."),
  reasons: z
    .array(
      z.enum([
        "too_few_users",
        "not_significant",
        "wrong_direction",
        "effect_below_mde",
        "guardrail_worse",
        "sample_ratio_mismatch",
      ]),
    )
    .describe("All reasons against adoption."),
});

export const listExperiments = endpoint({
  method: "GET",
  path: "/api/admin/amas/experiments",
  summary: "Experiments, newest first.",
  ...admin,
  query: z.object({
    status: ExperimentStatus.optional().describe("Only experiments with this status."),
  }),
  replies: { 200: enveloped(z.array(Experiment)) },
  errors: [],
});

export const startExperiment = endpoint({
  method: "POST",
  path: "/api/admin/amas/experiments",
  summary: "Start an experiment on half of the learners.",
  ...admin,
  body: ExperimentDraft,
  replies: { 201: enveloped(Experiment) },
  errors: [
    "AMAS_INVALID_CONFIG",
    "INVALID_METRIC",
    "INVALID_EXPERIMENT",
    "EXPERIMENT_RUNNING",
    "CONFLICT",
  ],
});

export const planExperiment = endpoint({
  method: "POST",
  path: "/api/admin/amas/experiments/plan",
  summary: "Number of learners and days that an experiment needs.",
  ...admin,
  body: PlanDraft,
  replies: { 200: enveloped(ExperimentPlanned) },
  errors: ["INVALID_METRIC", "INVALID_EXPERIMENT"],
});

export const readExperimentMetrics = endpoint({
  method: "GET",
  path: "/api/admin/amas/experiments/:id/metrics",
  summary: "The metrics of both arms, and whether the treatment may be adopted.",
  ...admin,
  replies: { 200: enveloped(ExperimentMetrics) },
  errors: ["NOT_FOUND"],
});

export const concludeExperiment = endpoint({
  method: "POST",
  path: "/api/admin/amas/experiments/:id/conclude",
  summary: "End an experiment. Adopting it makes its treatment the configuration for all learners.",
  ...admin,
  body: z.object({
    adopt: z
      .boolean()
      .describe("true: the treatment becomes the configuration for all; false: it is dropped."),
  }),
  replies: { 200: enveloped(Experiment) },
  errors: [
    "NOT_FOUND",
    "EXPERIMENT_NOT_RUNNING",
    "EXPERIMENT_NOT_ADOPTABLE",
    "AMAS_INVALID_CONFIG",
  ],
});

export type Experiment = z.infer<typeof Experiment>;
export type ExperimentMetric = z.infer<typeof ExperimentMetric>;
export type ExperimentMetrics = z.infer<typeof ExperimentMetrics>;
