import { z } from "zod";
import { ColdStartPhase, Strategy, UserState } from "./amas.ts";
import { Day, Timestamp, clampedInteger } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

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
    callCount: count,
    totalLatencyUs: z.number().nonnegative().meta({ description: "Microseconds." }),
    errorCount: count,
  }),
);

export const AlgorithmDay = z.object({
  date: Day,
  algorithm: z.string(),
  callCount: count,
  avgLatencyUs: z.number().nonnegative().meta({ description: "Microseconds per call." }),
  errorCount: count,
});

export const EngineKpi = z.object({
  decisionTotal: count.meta({ description: DECISIONS }),
  hitCount: count.meta({ description: "Decisions about right answers." }),
  hitRate: share.nullable(),
  avgLatencyMs: z.number().nonnegative().meta({ description: "0 without decisions." }),
  fatigueTriggerCount: count.meta({ description: "Decisions with fatigue above the threshold." }),
  fatigueTriggerRate: share,
  fatigueThreshold: share.meta({ description: "constraints.highFatigueThreshold in force." }),
});

export const AlgorithmShare = z.object({
  algorithm: z.string(),
  count,
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
  byDay: z.array(z.object({ date: Day, total: count, anomalies: count, violations: count })),
  topViolationFields: z.array(z.object({ field: z.string(), count })),
});

export const StateDistribution = z.object({
  field: z.string(),
  min: z.number().meta({ description: "Lower end of the first bin." }),
  max: z.number().meta({ description: "Upper end of the last bin." }),
  bins: z.array(count).meta({ description: "Decisions per bin of equal width." }),
  mean,
  median: mean,
  sampleSize: count,
});

export const UserStateDistribution = z.object({
  attention: StateDistribution,
  fatigue: StateDistribution,
  motivation: StateDistribution,
  confidence: StateDistribution,
  coldStartExplore: explore,
  coldStartExploit: exploit,
});

export const VersionFigures = z.object({
  versionHash: z.string(),
  eventCount: count.meta({ description: DECISIONS }),
  anomalyCount: count,
  anomalyRate: share.nullable(),
  meanLatencyMs: mean,
  meanReward: mean.meta({ description: "-1 to 1." }),
  meanAttention: mean,
  meanFatigue: mean,
  meanMotivation: mean.meta({ description: "-1 to 1." }),
  meanConfidence: mean,
  firstEventAt: Timestamp.nullable(),
  lastEventAt: Timestamp.nullable(),
});

export const EngineEvent = z.object({
  timestamp: Timestamp,
  eventType: z.enum(["answer", "quit"]),
  data: z.object({
    id: z.string(),
    userId: z.string(),
    sessionId: z.string(),
    eventType: z.string(),
    timestamp: Timestamp,
    latencyMs: z.number(),
    isAnomaly: z.boolean(),
    invariantViolations: z.array(
      z.object({ field: z.string(), value: z.string(), expectedRange: z.string() }),
    ),
    userState: UserState,
    strategy: Strategy,
    reward: z.object({ value: z.number(), components: z.record(z.string(), z.number()) }),
    coldStartPhase: ColdStartPhase,
    selectionConstraintsMet: z.boolean(),
    rewardValue: z.number(),
    configVersion: z.string(),
  }),
});

export const Calibration = z.object({
  sampleSize: count.meta({ description: "Answers with a prediction." }),
  logLoss: mean.meta({ description: "Nats per answer." }),
  rmseBins: mean.meta({
    description: "Root mean square distance of prediction and outcome over the bins, 0 to 1.",
  }),
  auc: mean.meta({ description: "0 to 1; null unless there are right and wrong answers." }),
  bins: z.array(
    z.object({
      from: share,
      to: share,
      predicted: mean.meta({ description: "Mean predicted recall." }),
      observed: mean.meta({ description: "Share of right answers." }),
      count,
    }),
  ),
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
  query: z.object({ days: clampedInteger(1, 90, 7) }),
  replies: { 200: enveloped(z.array(AlgorithmDay)) },
  errors: [],
});

export const readEngineKpi = endpoint({
  ...admin,
  path: "/api/admin/amas/metrics/kpi",
  summary: "Key figures of the engine's stored decisions.",
  query: z.object({ days: clampedInteger(1, 90, 7) }),
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
  query: z.object({ days: clampedInteger(1, 90, 30) }),
  replies: { 200: enveloped(Calibration) },
  errors: [],
});

export const readEngineAnomalies = endpoint({
  ...admin,
  path: "/api/admin/amas/anomalies",
  summary: "Anomalies and violated invariants, by day of APP_TIMEZONE.",
  query: z.object({ days: clampedInteger(1, 30, 7) }),
  replies: { 200: enveloped(EngineAnomalies) },
  errors: [],
});

export const readUserStateDistribution = endpoint({
  ...admin,
  path: "/api/admin/amas/user-state/distribution",
  summary: "Histograms of the learners' states at the engine's stored decisions.",
  query: z.object({ days: clampedInteger(1, 30, 1), bins: clampedInteger(2, 100, 20) }),
  replies: { 200: enveloped(UserStateDistribution) },
  errors: [],
});

export const compareEngineVersions = endpoint({
  ...admin,
  path: "/api/admin/amas/compare",
  summary: "Figures of the decisions made with two versions of the configuration.",
  query: z.object({ versionA: z.string(), versionB: z.string() }),
  replies: { 200: enveloped(z.object({ a: VersionFigures, b: VersionFigures })) },
  errors: ["NOT_FOUND"],
});

export const listEngineEvents = endpoint({
  ...admin,
  path: "/api/admin/amas/monitoring",
  summary: "The latest stored decisions of the engine, newest first.",
  query: z.object({ limit: clampedInteger(1, 500, 50) }),
  replies: { 200: enveloped(z.array(EngineEvent)) },
  errors: [],
});

export type UserStateDistribution = z.infer<typeof UserStateDistribution>;
