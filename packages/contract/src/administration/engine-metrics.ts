import { z } from "zod";
import { ColdStartPhase, Strategy, UserState } from "../adaptation/amas.ts";
import {
  clampedInteger,
  ComputedAt,
  Day,
  daysBack,
  LearnerId,
  limitOf,
  Timestamp,
} from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { LearnerGoal } from "../study/study-config.ts";

const admin = { method: "GET", access: "admin", stability: "beta" } as const;

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);
/** Null if there are no samples. */
const mean = z.number().nullable();

/**
 * The stored decisions are a share of all, plus every decision in a cold start, in a trial or with
 * an anomaly.
 */
const DECISIONS = "Stored decisions of the engine: a sample, see monitoring.sampleRate.";

export const AlgorithmTotals = z.record(
  z.string(),
  z.object({
    callCount: count.describe("Number of calls since the first one."),
    totalLatencyUs: z.number().nonnegative().meta({ description: "Microseconds." }),
    errorCount: count.describe("Number of calls that failed."),
  }),
);

export const AlgorithmDay = z.object({
  date: Day.describe("Day in UTC."),
  algorithm: z.string().describe("Part of the engine, such as `selection`."),
  callCount: count.describe("Number of calls on that day."),
  avgLatencyUs: z.number().nonnegative().meta({ description: "Microseconds per call." }),
  errorCount: count.describe("Number of calls on that day that failed."),
});

export const EngineKpi = z.object({
  decisionTotal: count.meta({ description: DECISIONS }),
  hitCount: count.meta({ description: "Number of decisions about right answers." }),
  hitRate: share
    .nullable()
    .describe("hitCount / decisionTotal, 0 to 1; null if there are no decisions."),
  avgLatencyMs: z
    .number()
    .nonnegative()
    .meta({ description: "Mean latency per decision, milliseconds; 0 if there are no decisions." }),
  fatigueTriggerCount: count.meta({
    description: "Number of decisions with fatigue above the threshold.",
  }),
  fatigueTriggerRate: share.describe(
    "fatigueTriggerCount / decisionTotal, 0 to 1; 0 if there are no decisions.",
  ),
  fatigueThreshold: share.meta({
    description: "Current value of constraints.highFatigueThreshold.",
  }),
});

export const AlgorithmShare = z.object({
  algorithm: z.string().describe("Part of the engine, such as `selection`."),
  count: count.describe("Number of calls since the first one."),
  pct: z.number().min(0).max(100).meta({ description: "Percentage of all calls." }),
});

const explore = count.meta({
  description: "Number of decisions in a cold-start phase (Classify, Explore).",
});
const exploit = count.meta({ description: "Number of decisions after the cold start." });

export const EngineAnomalies = z.object({
  totalEvents: count.meta({ description: DECISIONS }),
  anomalyCount: count.meta({ description: "Number of decisions with an anomaly or a violation." }),
  violationCount: count.meta({ description: "Number of violated invariants." }),
  coldStartExplore: explore,
  coldStartExploit: exploit,
  byDay: z
    .array(
      z.object({
        date: Day.describe("Day of APP_TIMEZONE."),
        total: count.describe("Number of stored decisions on that day."),
        anomalies: count.describe("Number of decisions with an anomaly or a violation."),
        violations: count.describe("Number of violated invariants."),
      }),
    )
    .describe("Every day, oldest first."),
  topViolationFields: z
    .array(
      z.object({
        field: z.string().describe("Name of the invariant."),
        count: count.describe("Number of violations."),
      }),
    )
    .describe("The most violated invariants, most frequent first."),
});

export const StateDistribution = z.object({
  field: z.string().describe("Name of the estimate: attention, fatigue, motivation or confidence."),
  min: z.number().meta({ description: "Lower end of the first bin." }),
  max: z.number().meta({ description: "Upper end of the last bin." }),
  bins: z
    .array(count)
    .meta({ description: "Number of decisions per bin; all bins have the same width." }),
  mean: mean.describe("Mean over the decisions; null if there are none."),
  median: mean.describe("Median over the decisions; null if there are none."),
  sampleSize: count.describe("Number of decisions counted."),
});

export const UserStateDistribution = z.object({
  attention: StateDistribution.describe("The learners' attention, 0 to 1."),
  fatigue: StateDistribution.describe("The learners' fatigue, 0 to 1."),
  motivation: StateDistribution.describe("The learners' motivation, -1 to 1."),
  confidence: StateDistribution.describe("The engine's confidence, 0 to 1."),
  coldStartExplore: explore,
  coldStartExploit: exploit,
  computedAt: ComputedAt,
});

export const VersionFigures = z.object({
  versionHash: z.string().describe("Hash of the version, 16 hexadecimal digits."),
  eventCount: count.meta({ description: DECISIONS }),
  anomalyCount: count.describe("Number of decisions with an anomaly or a violation."),
  anomalyRate: share
    .nullable()
    .describe("anomalyCount / eventCount, 0 to 1; null if there are no decisions."),
  meanLatencyMs: mean.describe("Mean latency per decision, milliseconds; null if there are none."),
  meanReward: mean.meta({ description: "-1 to 1." }),
  meanAttention: mean.describe("0 to 1; null if there are no decisions."),
  meanFatigue: mean.describe("0 to 1; null if there are no decisions."),
  meanMotivation: mean.meta({ description: "-1 to 1." }),
  meanConfidence: mean.describe("0 to 1; null if there are no decisions."),
  firstEventAt: Timestamp.nullable().describe(
    "Time of the first stored decision; null if there are none.",
  ),
  lastEventAt: Timestamp.nullable().describe(
    "Time of the last stored decision; null if there are none.",
  ),
});

export const EngineEvent = z.object({
  timestamp: Timestamp.describe("Time of the decision."),
  eventType: z
    .enum(["answer", "quit"])
    .describe("answer, or quit if the learner left without one."),
  data: z
    .object({
      id: z.string().describe("Id of the decision."),
      userId: LearnerId,
      sessionId: z
        .string()
        .describe("Session of the answer, as sent; `<learner id>-session` if none was sent."),
      eventType: z.string().describe("answer, or quit if the learner left without one."),
      timestamp: Timestamp.describe("Time of the decision."),
      latencyMs: z.number().describe("Processing time of the engine, milliseconds."),
      isAnomaly: z.boolean().describe("Whether an anomaly was found or an invariant violated."),
      invariantViolations: z
        .array(
          z.object({
            field: z.string().describe("Name of the invariant."),
            value: z.string().describe("The actual value, as text."),
            expectedRange: z.string().describe("The expected range, as text."),
          }),
        )
        .describe("The violated invariants."),
      userState: UserState.describe("The learner's state after the answer."),
      strategy: Strategy.describe("The current strategy."),
      reward: z
        .object({
          value: z.number().describe("Sum of the components, -1 to 1."),
          components: z.record(z.string(), z.number()).describe("Value by name of the component."),
        })
        .describe("The value of the answer to the engine."),
      coldStartPhase: ColdStartPhase,
      selectionConstraintsMet: z
        .boolean()
        .describe("Whether the selection of words kept all its rules."),
      rewardValue: z.number().describe("Same as `reward.value`, -1 to 1."),
      configVersion: z
        .string()
        .describe("Hash of the configuration version used, 16 hexadecimal digits."),
    })
    .describe("The engine's input and decision."),
});

export const Calibration = z.object({
  sampleSize: count.meta({ description: "Number of answers with a prediction." }),
  logLoss: mean.meta({ description: "Log loss, nats per answer." }),
  rmseBins: mean.meta({
    description: "Root mean square difference of prediction and outcome over the bins, 0 to 1.",
  }),
  auc: mean.meta({
    description:
      "Area under the ROC curve, 0 to 1; null unless there are both right and wrong answers.",
  }),
  bins: z
    .array(
      z.object({
        from: share.describe("Lower end of the bin, 0 to 1."),
        to: share.describe("Upper end of the bin, 0 to 1."),
        predicted: mean.meta({ description: "Mean predicted recall." }),
        observed: mean.meta({ description: "Share of right answers." }),
        count: count.describe("Number of answers in the bin."),
      }),
    )
    .describe("Twenty bins of predicted recall, lowest first."),
});

export const readEngineMetrics = endpoint({
  ...admin,
  path: "/api/admin/amas/metrics",
  summary: "Calls, time and errors of each part of the engine since the first call.",
  replies: { 200: enveloped(AlgorithmTotals) },
  errors: [],
});

export const readEngineTimeseries = endpoint({
  ...admin,
  path: "/api/admin/amas/metrics/timeseries",
  summary: "Calls, time and errors of each part of the engine by day (UTC).",
  query: z.object({ days: daysBack(90, 7) }),
  replies: { 200: enveloped(z.array(AlgorithmDay)) },
  errors: [],
});

export const readEngineKpi = endpoint({
  ...admin,
  path: "/api/admin/amas/metrics/kpi",
  summary: "Key figures of the engine's stored decisions.",
  query: z.object({ days: daysBack(90, 7) }),
  replies: { 200: enveloped(EngineKpi) },
  errors: [],
});

export const readAlgorithmDistribution = endpoint({
  ...admin,
  path: "/api/admin/amas/metrics/algorithm-distribution",
  summary: "Share of the engine's calls for each of its parts.",
  replies: { 200: enveloped(z.array(AlgorithmShare)) },
  errors: [],
});

export const readEngineCalibration = endpoint({
  ...admin,
  path: "/api/admin/amas/metrics/calibration",
  summary: "How well predicted recall agrees with the answers.",
  query: z.object({ days: daysBack(90, 30) }),
  replies: { 200: enveloped(Calibration) },
  errors: [],
});

export const readEngineAnomalies = endpoint({
  ...admin,
  path: "/api/admin/amas/anomalies",
  summary: "Anomalies and violated invariants, by day of APP_TIMEZONE.",
  query: z.object({ days: daysBack(30, 7) }),
  replies: { 200: enveloped(EngineAnomalies) },
  errors: [],
});

export const readUserStateDistribution = endpoint({
  ...admin,
  path: "/api/admin/amas/user-state/distribution",
  summary: "Histograms of the learners' states at the engine's stored decisions.",
  query: z.object({
    days: daysBack(30, 1),
    bins: clampedInteger(2, 100, 20).describe(
      "Number of bins of each histogram, 2 to 100; default 20.",
    ),
  }),
  replies: { 200: enveloped(UserStateDistribution) },
  errors: [],
});

export const LearnerGoals = z.object({
  learners: count.describe(
    "Number of all learners; those who have not chosen count under `balanced`.",
  ),
  goals: z
    .array(
      z.object({ goal: LearnerGoal, chosen: count.describe("Number of learners who chose it.") }),
    )
    .describe("One entry per goal, including goals that nobody chose."),
});

export const readLearnerGoals = endpoint({
  ...admin,
  path: "/api/admin/amas/goals",
  summary: "The goals that learners chose for their schedules.",
  replies: { 200: enveloped(LearnerGoals) },
  errors: [],
});

export const compareEngineVersions = endpoint({
  ...admin,
  path: "/api/admin/amas/compare",
  summary: "Figures of the decisions made with two versions of the configuration.",
  query: z.object({
    versionA: z.string().describe("Hash of a configuration version, 16 hexadecimal digits."),
    versionB: z.string().describe("Hash of the version to compare it with."),
  }),
  replies: {
    200: enveloped(
      z.object({
        a: VersionFigures.describe("Figures of versionA."),
        b: VersionFigures.describe("Figures of versionB."),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const listEngineEvents = endpoint({
  ...admin,
  path: "/api/admin/amas/monitoring",
  summary: "The latest stored decisions of the engine, newest first.",
  query: z.object({ limit: limitOf(500, 50) }),
  replies: { 200: enveloped(z.array(EngineEvent)) },
  errors: [],
});

export type UserStateDistribution = z.infer<typeof UserStateDistribution>;
