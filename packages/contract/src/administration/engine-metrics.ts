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
/** null without samples. */
const mean = z.number().nullable();

/** Sampled decisions: a share of all, and every one in a cold start, with an anomaly or a trial. */
const DECISIONS = "Stored decisions of the engine: a sample, see monitoring.sampleRate.";

export const AlgorithmTotals = z.record(
  z.string(),
  z.object({
    callCount: count.describe("Calls since it was first used."),
    totalLatencyUs: z.number().nonnegative().meta({ description: "Microseconds." }),
    errorCount: count.describe("Calls that failed."),
  }),
);

export const AlgorithmDay = z.object({
  date: Day.describe("Day in UTC."),
  algorithm: z.string().describe("Part of the engine, such as `selection`."),
  callCount: count.describe("Calls on that day."),
  avgLatencyUs: z.number().nonnegative().meta({ description: "Microseconds per call." }),
  errorCount: count.describe("Calls that failed on that day."),
});

export const EngineKpi = z.object({
  decisionTotal: count.meta({ description: DECISIONS }),
  hitCount: count.meta({ description: "Decisions about right answers." }),
  hitRate: share.nullable().describe("hitCount / decisionTotal, 0 to 1; null without decisions."),
  avgLatencyMs: z.number().nonnegative().meta({ description: "0 without decisions." }),
  fatigueTriggerCount: count.meta({ description: "Decisions with fatigue above the threshold." }),
  fatigueTriggerRate: share.describe(
    "fatigueTriggerCount / decisionTotal, 0 to 1; 0 without decisions.",
  ),
  fatigueThreshold: share.meta({ description: "constraints.highFatigueThreshold in force." }),
});

export const AlgorithmShare = z.object({
  algorithm: z.string().describe("Part of the engine, such as `selection`."),
  count: count.describe("Calls since it was first used."),
  pct: z.number().min(0).max(100).meta({ description: "Percent of all calls." }),
});

const explore = count.meta({ description: "Decisions in a cold-start phase (Classify, Explore)." });
const exploit = count.meta({ description: "Decisions after the cold start." });

export const EngineAnomalies = z.object({
  totalEvents: count.meta({ description: DECISIONS }),
  anomalyCount: count.meta({ description: "Decisions with an anomaly or a violation." }),
  violationCount: count.meta({ description: "Violated invariants." }),
  coldStartExplore: explore,
  coldStartExploit: exploit,
  byDay: z
    .array(
      z.object({
        date: Day.describe("Day of APP_TIMEZONE."),
        total: count.describe("Stored decisions of that day."),
        anomalies: count.describe("Decisions with an anomaly or a violation."),
        violations: count.describe("Violated invariants."),
      }),
    )
    .describe("Every day, oldest first."),
  topViolationFields: z
    .array(
      z.object({
        field: z.string().describe("Which one it is."),
        count: count.describe("How often it was violated."),
      }),
    )
    .describe("The invariants that were violated most, most first."),
});

export const StateDistribution = z.object({
  field: z.string().describe("Which estimate it is: attention, fatigue, motivation or confidence."),
  min: z.number().meta({ description: "Lower end of the first bin." }),
  max: z.number().meta({ description: "Upper end of the last bin." }),
  bins: z.array(count).meta({ description: "Decisions per bin of equal width." }),
  mean: mean.describe("Mean of the decisions; null without any."),
  median: mean.describe("Middle value of the decisions; null without any."),
  sampleSize: count.describe("Decisions that were counted."),
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
  anomalyCount: count.describe("Decisions with an anomaly or a violation."),
  anomalyRate: share
    .nullable()
    .describe("anomalyCount / eventCount, 0 to 1; null without decisions."),
  meanLatencyMs: mean.describe("Milliseconds per decision; null without any."),
  meanReward: mean.meta({ description: "-1 to 1." }),
  meanAttention: mean.describe("0 to 1; null without decisions."),
  meanFatigue: mean.describe("0 to 1; null without decisions."),
  meanMotivation: mean.meta({ description: "-1 to 1." }),
  meanConfidence: mean.describe("0 to 1; null without decisions."),
  firstEventAt: Timestamp.nullable().describe("The first stored decision; null without any."),
  lastEventAt: Timestamp.nullable().describe("The last stored decision; null without any."),
});

export const EngineEvent = z.object({
  timestamp: Timestamp.describe("When it was decided."),
  eventType: z
    .enum(["answer", "quit"])
    .describe("answer, or quit when the learner left without one."),
  data: z
    .object({
      id: z.string().describe("Id of the decision."),
      userId: LearnerId,
      sessionId: z
        .string()
        .describe("Session of the answer, as sent; without one `<id of the learner>-session`."),
      eventType: z.string().describe("answer, or quit when the learner left without one."),
      timestamp: Timestamp.describe("When it was decided."),
      latencyMs: z.number().describe("Time of the engine, milliseconds."),
      isAnomaly: z.boolean().describe("Whether an anomaly was found or an invariant violated."),
      invariantViolations: z
        .array(
          z.object({
            field: z.string().describe("Which one it is."),
            value: z.string().describe("What the value was, as text."),
            expectedRange: z.string().describe("What it should have been, as text."),
          }),
        )
        .describe("The invariants that were violated."),
      userState: UserState.describe("The learner's state after the answer."),
      strategy: Strategy.describe("The strategy in force."),
      reward: z
        .object({
          value: z.number().describe("Sum of the components, -1 to 1."),
          components: z.record(z.string(), z.number()).describe("Value by name of the component."),
        })
        .describe("What the answer was worth to the engine."),
      coldStartPhase: ColdStartPhase,
      selectionConstraintsMet: z
        .boolean()
        .describe("Whether the selection of words kept all its rules."),
      rewardValue: z.number().describe("The same as `reward.value`, -1 to 1."),
      configVersion: z
        .string()
        .describe("Hash of the configuration version that was used, 16 hexadecimal digits."),
    })
    .describe("What the engine saw and decided."),
});

export const Calibration = z.object({
  sampleSize: count.meta({ description: "Answers with a prediction." }),
  logLoss: mean.meta({ description: "Nats per answer." }),
  rmseBins: mean.meta({
    description: "Root mean square distance of prediction and outcome over the bins, 0 to 1.",
  }),
  auc: mean.meta({ description: "0 to 1; null unless there are right and wrong answers." }),
  bins: z
    .array(
      z.object({
        from: share.describe("Lower end of the bin, 0 to 1."),
        to: share.describe("Upper end of the bin, 0 to 1."),
        predicted: mean.meta({ description: "Mean predicted recall." }),
        observed: mean.meta({ description: "Share of right answers." }),
        count: count.describe("Answers in the bin."),
      }),
    )
    .describe("Twenty bins of predicted recall, lowest first."),
});

export const readEngineMetrics = endpoint({
  ...admin,
  path: "/api/admin/amas/metrics",
  summary: "Calls, time and errors of each part of the engine since it was first used.",
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
  summary: "How the engine's calls are divided among its parts.",
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
  learners: count.describe("All learners; those who chose nothing have `balanced`."),
  goals: z
    .array(z.object({ goal: LearnerGoal, chosen: count.describe("Learners who chose it.") }))
    .describe("Each goal once, also one that nobody chose."),
});

export const readLearnerGoals = endpoint({
  ...admin,
  path: "/api/admin/amas/goals",
  summary: "Which goals learners chose for their schedules.",
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
