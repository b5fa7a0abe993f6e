import { z } from "zod";
import { Canary } from "./amas-config.ts";
import { Experiment } from "./amas-experiments.ts";
import { EngineKpi } from "./amas-metrics.ts";
import { Day, Timestamp, clampedInteger } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { WordStateName } from "./word-states.ts";

const admin = { method: "GET", access: "admin", stability: "beta" } as const;

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);
const bytes = count.nullable().meta({ description: "Null if the file system does not tell." });

const newWords = count.meta({ description: "Words answered for the first time ever." });

/** Days are those of APP_TIMEZONE, and begin at midnight. */
const DayFigures = z.object({
  activeLearners: count.meta({ description: "Learners with an answer." }),
  answers: count,
  correct: count,
  newWords,
  sessions: count.meta({ description: "Learning sessions begun." }),
  newUsers: count.meta({ description: "Accounts made." }),
  retention: share.nullable().meta({
    description:
      "Share of right answers among reviews: answers tagged as review, and of untagged ones the " +
      "day's first to a word that was answered on an earlier day. Null without any.",
  }),
});

export const OverviewDashboard = z.object({
  generatedAt: Timestamp,
  status: z.object({
    overall: z.enum(["ok", "degraded", "down"]),
    reasons: z.array(z.string()).meta({ description: "Empty if all is well." }),
  }),
  live: z.object({
    learnerStreams: count.meta({ description: "Open event streams of learners." }),
    adminStreams: count.meta({ description: "Those of administrators at this process." }),
    devices: count.meta({ description: "Devices with an open stream, on all processes." }),
  }),
  today: DayFigures,
  sameDayLastWeek: DayFigures.meta({ description: "Seven days ago, up to the same time." }),
  waiting: z.object({
    openFeedback: count,
    unreadFeedback: count,
    pendingSuggestions: count.meta({ description: "Of the advisor." }),
    flaggedDevices: count.meta({ description: "Flagged as risky." }),
    deadLetters: count.meta({ description: "Answers that could not be applied." }),
    missedWorkers: count.meta({ description: "Workers of this process with 3 missed runs." }),
    unreadNotifications: count.meta({ description: "Of the calling administrator." }),
  }),
  outbox: z.object({
    pending: count.meta({ description: "Accepted answers that wait to be applied." }),
    lagSecs: count.meta({ description: "Age of the oldest of them, seconds." }),
  }),
  disk: z.object({ freeBytes: bytes, totalBytes: bytes }),
  lastBackup: z.object({
    at: Timestamp.nullable(),
    ok: z.boolean(),
    ageHours: z.number().nonnegative().nullable(),
  }),
  update: z.object({ latestVersion: z.string().nullable(), hasUpdate: z.boolean() }),
  maintenance: z.boolean(),
});

export const LearningDashboard = z.object({
  days: z.int().positive(),
  daily: z
    .array(
      z.object({
        date: Day,
        activeLearners: count,
        answers: count,
        correct: count,
        newWords,
        masteredWords: count,
        sessions: count,
        studySecs: count.meta({ description: "Time spent in sessions, seconds." }),
      }),
    )
    .meta({ description: "Every day, today last." }),
  states: z
    .record(WordStateName, count)
    .meta({ description: "Words of all learners by state, now." }),
  dueNow: count.meta({ description: "Reviews of all learners that are due." }),
  hardestWords: z
    .array(z.object({ wordId: z.string(), text: z.string(), answers: count, accuracy: share }))
    .meta({
      description: "Up to 20 words with at least 10 answers in these days, lowest accuracy first.",
    }),
});

export const EngineDashboard = z.object({
  versionHash: z.string().meta({ description: "The configuration in force." }),
  canary: Canary.nullable().meta({ description: "The running one." }),
  experiment: Experiment.nullable().meta({ description: "The running one." }),
  kpi: EngineKpi,
  calibration: z.object({
    logLoss: z.number().nullable().meta({ description: "Nats per answer." }),
    rmseBins: z.number().nullable().meta({ description: "0 to 1." }),
    sampleSize: count.meta({ description: "Answers with a prediction." }),
  }),
  phases: z
    .object({ classify: count, explore: count, stable: count })
    .meta({ description: "Stored decisions by phase of the cold start; stable: after it." }),
  anomalies: z.object({
    total: count.meta({ description: "Stored decisions with an anomaly or a violation." }),
    rate: share.nullable().meta({ description: "Of all stored decisions; null without any." }),
  }),
  advisor: z.object({
    pending: count.meta({ description: "Suggestions that wait for a decision." }),
    todayCostUsd: z.number().nonnegative(),
    monthSpentYuan: z.number().nonnegative(),
    capYuan: z.number().positive().meta({ description: "Monthly cap." }),
  }),
});

const daysQuery = z.object({
  days: clampedInteger(1, 90, 7).meta({ description: "1 to 90, up to now." }),
});

export const readOverviewDashboard = endpoint({
  ...admin,
  path: "/api/admin/dashboard/overview",
  summary: "What is going on now, compared with a week ago, and what waits for an administrator.",
  replies: { 200: enveloped(OverviewDashboard) },
  errors: [],
});

export const readLearningDashboard = endpoint({
  ...admin,
  path: "/api/admin/dashboard/learning",
  summary: "What all learners together did in the latest days, and where their words stand.",
  query: daysQuery,
  replies: { 200: enveloped(LearningDashboard) },
  errors: [],
});

export const readEngineDashboard = endpoint({
  ...admin,
  path: "/api/admin/dashboard/amas",
  summary: "The engine: configuration, trials, accuracy, anomalies, advisor.",
  query: daysQuery,
  replies: { 200: enveloped(EngineDashboard) },
  errors: [],
});

export type OverviewDashboard = z.infer<typeof OverviewDashboard>;
export type LearningDashboard = z.infer<typeof LearningDashboard>;
export type EngineDashboard = z.infer<typeof EngineDashboard>;
