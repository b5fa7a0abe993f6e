import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { checkedByItself, dictionary, list } from "./sizes.ts";

const admin = { access: "admin", stability: "beta" } as const;

const Value = z.union([z.number(), z.boolean()]);
const number = z.number().nullable();

export const ExperimentStatus = z.enum(["running", "concluded_adopt", "concluded_reject"]);

const Metric = z.string().meta({
  description:
    "day7_retention, day30_retention, session_completion, mastered_hold (higher is better), " +
    "reviews_per_day (lower is better).",
});

/** Parameters with a value of their own for half of the learners. */
export const Experiment = z.object({
  id: z.string(),
  name: z.string(),
  status: ExperimentStatus,
  treatmentPatch: z.record(z.string(), Value).meta({ description: "Value by dotted path." }),
  primaryMetric: Metric,
  guardrailMetrics: z.array(Metric),
  minSample: z.int().meta({ description: "Learners with data required per arm." }),
  alpha: z.number().meta({ description: "Level of significance." }),
  mde: z.number().meta({ description: "Least relevant effect, relative to the control arm." }),
  trafficPct: z.number().meta({ description: "Percent of the learners who take part." }),
  startedAt: Timestamp,
  concludedAt: Timestamp.nullable(),
  versionHash: z.string().meta({ description: "The version in force at the start." }),
});

const or = (fallback: number) =>
  z
    .number()
    .nullish()
    .transform((given) => given ?? fallback);

const ExperimentDraft = z.object({
  name: z.string().meta({ description: "1 to 200 characters." }),
  treatmentPatch: dictionary(checkedByItself(Value), { max: 295 }),
  primaryMetric: Metric,
  guardrailMetrics: list(z.string(), { max: 20 })
    .nullish()
    .transform((given) => given ?? []),
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
  eligibleUsers: z.int().meta({ description: "Learners who started in the last 90 days." }),
  estimatedDays: z.int().nullable().meta({ description: "null without new learners." }),
  baseline: number.meta({ description: "The metric of these learners; null without data." }),
});

const Arm = z.object({
  users: z.int(),
  metrics: z.record(z.string(), z.object({ mean: number, n: z.int() })),
});

export const ExperimentMetrics = z.object({
  control: Arm,
  treatment: Arm,
  primary: z.object({
    diff: number.meta({ description: "Treatment minus control; null without data." }),
    pValue: number,
    significant: z.boolean(),
  }),
  guardrails: z.array(
    z.object({ metric: z.string(), diff: number, pValue: number, worse: z.boolean() }),
  ),
  canAdopt: z.boolean(),
  reasons: z.array(z.string()).meta({ description: "Every reason against adoption." }),
});

export const listExperiments = endpoint({
  method: "GET",
  path: "/api/admin/amas/experiments",
  summary: "Experiments, newest first.",
  ...admin,
  query: z.object({ status: ExperimentStatus.optional() }),
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
  summary: "How many learners and days an experiment needs.",
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
  summary: "End an experiment; adopting it makes its treatment the configuration for all.",
  ...admin,
  body: z.object({ adopt: z.boolean() }),
  replies: { 200: enveloped(Experiment) },
  errors: [
    "NOT_FOUND",
    "EXPERIMENT_NOT_RUNNING",
    "EXPERIMENT_NOT_ADOPTABLE",
    "AMAS_INVALID_CONFIG",
  ],
});
