import {
  type GoalIntervals,
  type GoalPlan,
  type LearnerGoal,
  type LearnerState,
  planGoal,
  type EngineParameters,
  type RecallTargets,
  solveGoalIntervals,
  solveOptimalIntervals,
  solveRecallIntervals,
  type SspPolicy,
} from "@wordloom/engine";

/** Owner of tables for learners without their own weights. */
export const EVERYONE = "";

/** Ten years are practically unlimited. */
const HORIZON_DAYS = 3650;

/** What a policy (a table of recall targets) is solved for. */
export interface PolicySubject {
  /** Learner id; empty for all learners without their own weights. */
  readonly owner: string;
  readonly weights: readonly number[];
  readonly parameters: EngineParameters;
  /**
   * How much study time the operator considers knowing a word for one day worth, s; 0: only costs
   * count.
   */
  readonly secondsPerKnownDay: number;
  /** From the learner's goal; absent: the operator's intervals. */
  readonly intervals?: GoalIntervals;
}

/** Where a learner's recall targets come from. */
export interface TargetSource {
  /** Null if the targets come from the parameters. */
  readonly plan: GoalPlan | null;
  /** Absent: no policy is needed. */
  readonly subject?: PolicySubject;
}

/** The facts about a learner that determine recall targets. */
export interface Scheduled {
  readonly userId: string;
  readonly fit: LearnerState["fit"];
  readonly parameters: EngineParameters;
  readonly goal: LearnerGoal;
}

/**
 * Where the learner's recall targets come from: their goal, or the operator's intervals.
 *
 * @param secondsPerKnownDay  the operator's setting
 */
export function sourceOf(scheduled: Scheduled, secondsPerKnownDay: number): TargetSource {
  const { userId, fit, parameters, goal } = scheduled;
  const plan = planGoal(goal, { fit }, parameters);
  if (plan?.kind === "recall") return { plan };
  if (plan?.kind === "intervals") {
    const { intervals } = plan;
    const { weights } = intervals;
    const subject = { owner: userId, weights, parameters, secondsPerKnownDay: 0, intervals };
    return { plan, subject };
  }
  const common = commonSubject(parameters, secondsPerKnownDay);
  if (common === undefined) return { plan };
  const own = parameters.featureFlags.personalWeightsEnabled ? fit.weights : null;
  return { plan, subject: own === null ? common : { ...common, owner: userId, weights: own } };
}

/** The operator's intervals, for learners without their own weights. */
export function commonSubject(
  parameters: EngineParameters,
  secondsPerKnownDay: number,
): PolicySubject | undefined {
  if (!parameters.featureFlags.sspEnabled) return undefined;
  return { owner: EVERYONE, weights: parameters.memoryModel.w, parameters, secondsPerKnownDay };
}

/** The recall targets, with the policy of the source's subject if it has been solved. */
export function targetsFrom({ plan }: TargetSource, policy: SspPolicy | undefined): RecallTargets {
  if (plan === null) return policy === undefined ? {} : { sspPolicy: policy };
  if (plan.kind === "intervals" && policy !== undefined) {
    return { schedule: { kind: "policy", policy } };
  }
  return { schedule: { kind: "recall", recall: plan.recall } };
}

/** Takes some tenths of a second, so it belongs in a thread. */
export function solvePolicy(subject: Omit<PolicySubject, "owner">): SspPolicy {
  const { weights, parameters, secondsPerKnownDay, intervals } = subject;
  if (intervals !== undefined) return solveGoalIntervals(intervals, parameters);
  const goal = { secondsPerKnownDay, horizonDays: HORIZON_DAYS };
  return secondsPerKnownDay > 0
    ? solveRecallIntervals(weights, parameters, goal)
    : solveOptimalIntervals(weights, parameters);
}
