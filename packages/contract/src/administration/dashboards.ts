import { z } from "zod";
import { Day, daysBack, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { HealthReason } from "../operations/health.ts";
import { WordStateName } from "../progress/word-states.ts";
import { LastBackup } from "./backups-admin.ts";
import { EngineKpi } from "./engine-metrics.ts";
import { Experiment } from "./experiments.ts";
import { Canary } from "./parameters.ts";

const admin = { method: "GET", access: "admin", stability: "beta" } as const;

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);
const bytes = count
  .nullable()
  .meta({ description: "Bytes; null if the file system does not report it." });

const newWords = count.meta({ description: "Number of words answered for the first time ever." });

/** Days are those of APP_TIMEZONE and begin at midnight. */
const DayFigures = z.object({
  activeLearners: count.meta({ description: "Number of learners with an answer." }),
  answers: count.describe("Number of answers of all learners."),
  correct: count.describe("Number of right answers of all learners."),
  newWords,
  sessions: count.meta({ description: "Number of learning sessions started." }),
  newUsers: count.meta({ description: "Number of accounts created." }),
  retention: share.nullable().meta({
    description:
      "Share of right answers among reviews: answers tagged as review, plus each day's first " +
      "untagged answer to a word that was answered on an earlier day. Null if there are none.",
  }),
});

export const OverviewDashboard = z.object({
  generatedAt: Timestamp.describe("When the figures were computed."),
  status: z
    .object({
      overall: z
        .enum(["ok", "degraded", "down"])
        .describe("ok; degraded: something needs attention; down: the database is unreachable."),
      reasons: z
        .array(z.string())
        .meta({ description: "Reasons for the status, in English; empty if it is ok." }),
      reasonDetails: z
        .array(HealthReason)
        .meta({ description: "The same reasons by code, in the same order." }),
    })
    .describe("Health of the service."),
  live: z
    .object({
      learnerStreams: count.meta({ description: "Number of learners' open event streams." }),
      adminStreams: count.meta({ description: "Number of administrators' open event streams." }),
      devices: count.meta({
        description: "Number of devices with an open stream, on all processes.",
      }),
    })
    .describe("Current connections."),
  today: DayFigures.describe("Since midnight in APP_TIMEZONE."),
  sameDayLastWeek: DayFigures.meta({
    description: "The same for seven days ago, up to the same time of day.",
  }),
  waiting: z
    .object({
      openFeedback: count.describe("Number of feedback items that are open or in progress."),
      unreadFeedback: count.describe("Number of feedback items that no administrator has opened."),
      pendingSuggestions: count.meta({
        description: "Number of the advisor's pending suggestions.",
      }),
      flaggedDevices: count.meta({ description: "Number of devices flagged as risky." }),
      deadLetters: count.meta({ description: "Number of answers that could not be applied." }),
      missedWorkers: count.meta({
        description: "Number of workers of this process with 3 missed runs.",
      }),
      unreadNotifications: count.meta({
        description: "Number of the calling administrator's unread notifications.",
      }),
    })
    .describe("Items that need an administrator's attention."),
  outbox: z
    .object({
      pending: count.meta({ description: "Number of accepted answers that are not yet applied." }),
      lagSecs: count.meta({ description: "Age of the oldest of them, seconds." }),
    })
    .describe("Answers that are accepted but not yet applied."),
  disk: z
    .object({
      freeBytes: bytes.describe("Free space, bytes; null if the file system does not report it."),
      totalBytes: bytes.describe(
        "Size of the disk, bytes; null if the file system does not report it.",
      ),
    })
    .describe(
      "The disk with the least free space: of those with the data directory and the SQLite file.",
    ),
  lastBackup: LastBackup.describe("The backup that would be used if the database were lost."),
  update: z
    .object({
      latestVersion: z
        .string()
        .nullable()
        .describe("Release tag of the latest version; null if unknown."),
      hasUpdate: z.boolean().describe("Whether it is newer than the running version."),
    })
    .describe("Whether a newer release is known in the stable channel."),
  maintenance: z.boolean().describe("Whether learners are locked out now."),
});

const hourly = z.array(count);

export const AnswersByHour = z.object({
  today: hourly.describe(
    "Number of answers in each hour since midnight; the last hour is the current one.",
  ),
  sameDayLastWeek: hourly.describe(
    "The same for the whole day seven days ago: 24 hours, or 23 or 25 if the clocks changed.",
  ),
});

export const LearningDashboard = z.object({
  days: z.int().positive().describe("Number of days in the report, including today."),
  daily: z
    .array(
      z.object({
        date: Day.describe("Day of APP_TIMEZONE; a learner's answers count on the learner's day."),
        activeLearners: count.describe("Number of learners with an answer on that day."),
        answers: count.describe("Number of answers on that day."),
        correct: count.describe("Number of right answers on that day."),
        newWords,
        masteredWords: count.describe("Number of words that became mastered on that day."),
        sessions: count.describe("Number of learning sessions started on that day."),
        studySecs: count.meta({ description: "Time spent in sessions, seconds." }),
      }),
    )
    .meta({ description: "Every day of the report, ending today." }),
  states: z
    .record(WordStateName, count)
    .meta({ description: "Number of words of all learners by state, now." }),
  dueNow: count.meta({ description: "Number of due reviews of all learners." }),
  computedAt: Timestamp.describe(
    "Time that states, dueNow and hardestWords were computed; up to one minute old if that " +
      "takes less than two seconds.",
  ),
  hardestWords: z
    .array(
      z.object({
        wordId: WordId,
        text: z.string().describe("Spelling of the word."),
        answers: count.describe("Number of answers to it in these days."),
        accuracy: share.describe("Share of right answers, 0 to 1."),
      }),
    )
    .meta({
      description: "Up to 20 words with at least 10 answers in these days, lowest accuracy first.",
    }),
});

export const EngineDashboard = z.object({
  versionHash: z.string().meta({ description: "Hash of the current configuration version." }),
  canary: Canary.nullable().meta({ description: "The running canary; null if none is running." }),
  experiment: Experiment.nullable().meta({
    description: "The running experiment; null if none is running.",
  }),
  kpi: EngineKpi.describe("Key figures of the engine's stored decisions."),
  calibration: z
    .object({
      logLoss: z.number().nullable().meta({ description: "Log loss, nats per answer." }),
      rmseBins: z.number().nullable().meta({
        description: "Root mean square difference of prediction and outcome over bins, 0 to 1.",
      }),
      sampleSize: count.meta({ description: "Number of answers with a prediction." }),
    })
    .describe("How well predicted recall agrees with the answers."),
  phases: z
    .object({
      classify: count.describe("Number of decisions in the phase Classify."),
      explore: count.describe("Number of decisions in the phase Explore."),
      stable: count.describe("Number of decisions after the cold start."),
    })
    .meta({ description: "Stored decisions by phase of the cold start; stable: after it." }),
  anomalies: z
    .object({
      total: count.meta({
        description: "Number of stored decisions with an anomaly or a violation.",
      }),
      rate: share
        .nullable()
        .meta({ description: "Share of all stored decisions; null if there are none." }),
    })
    .describe("Decisions with an anomaly or a violation."),
  advisor: z
    .object({
      pending: count.meta({ description: "Number of suggestions that await a decision." }),
      todayCostUsd: z
        .number()
        .nonnegative()
        .describe("Spent since midnight in APP_TIMEZONE, US dollars."),
      monthSpentYuan: z
        .number()
        .nonnegative()
        .describe("Spent since the first of the month, yuan."),
      capYuan: z.number().positive().meta({ description: "Monthly cap, yuan." }),
    })
    .describe("The language model that suggests changes."),
});

const daysQuery = z.object({
  days: daysBack(90, 7),
});

export const readOverviewDashboard = endpoint({
  ...admin,
  path: "/api/admin/dashboard/overview",
  summary:
    "Current activity, compared with a week ago, and what needs an administrator's attention.",
  replies: { 200: enveloped(OverviewDashboard) },
  errors: [],
});

export const readAnswersByHour = endpoint({
  ...admin,
  path: "/api/admin/dashboard/answers-by-hour",
  summary:
    "Number of answers of all learners in each hour of today and of the same day a week ago.",
  replies: { 200: enveloped(AnswersByHour) },
  errors: [],
});

export const readLearningDashboard = endpoint({
  ...admin,
  path: "/api/admin/dashboard/learning",
  summary: "Activity of all learners in recent days, and the states of their words.",
  query: daysQuery,
  replies: { 200: enveloped(LearningDashboard) },
  errors: [],
});

export const readEngineDashboard = endpoint({
  ...admin,
  path: "/api/admin/dashboard/amas",
  summary: "The engine's configuration, trials, accuracy, anomalies and advisor.",
  query: daysQuery,
  replies: { 200: enveloped(EngineDashboard) },
  errors: [],
});

export type OverviewDashboard = z.infer<typeof OverviewDashboard>;
export type AnswersByHour = z.infer<typeof AnswersByHour>;
export type LearningDashboard = z.infer<typeof LearningDashboard>;
export type EngineDashboard = z.infer<typeof EngineDashboard>;
