// Evaluating canaries and experiments: sample sizes, sequential tests, conclusions.

export { experiments } from "../experiments/experiments.ts";
export {
  type ArmStats,
  type CanaryLimits,
  type CanaryVerdict,
  judgeCanary,
} from "../experiments/canary.ts";
export type {
  Conclusion,
  ExperimentData,
  ExperimentPlan,
  GuardrailFinding,
  MetricData,
  Objection,
  PrimaryFinding,
} from "../experiments/conclude.ts";
