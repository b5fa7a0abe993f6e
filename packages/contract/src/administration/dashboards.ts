import { z } from "zod";
import { Day, daysBack, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { HealthReason } from "../operations/health.ts";
import { WordStateName } from "../progress/word-states.ts";
import { EngineKpi } from "./engine-metrics.ts";
import { Experiment } from "./experiments.ts";
import { Canary } from "./parameters.ts";

const admin = { method: "GET", access: "admin", stability: "beta" } as const;

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);
const bytes = count.nullable().meta({ description: "Null if the file system does not tell." });

const newWords = count.meta({ description: "Words answered for the first time ever." });

/** Days are those of APP_TIMEZONE, and begin at midnight. */
const DayFigures = z.object({
  activeLearners: count.meta({ description: "Learners with an answer." }),
  answers: count.describe("Answers of all learners."),
  correct: count.describe("Right answers of all learners."),
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
  generatedAt: Timestamp.describe("When the figures were taken."),
  status: z
    .object({
      overall: z
        .enum(["ok", "degraded", "down"])
        .describe("ok; degraded: something needs a look; down: the database cannot be reached."),
      reasons: z.array(z.string()).meta({ description: "In English; empty if all is well." }),
      reasonDetails: z
        .array(HealthReason)
        .meta({ description: "The same, in the same order, by code." }),
    })
    .describe("How the service is."),
  live: z
    .object({
      learnerStreams: count.meta({ description: "Open event streams of learners." }),
      adminStreams: count.meta({ description: "Those of administrators." }),
      devices: count.meta({ description: "Devices with an open stream, on all processes." }),
    })
    .describe("What is connected now."),
  today: DayFigures.describe("Since midnight in APP_TIMEZONE."),
  sameDayLastWeek: DayFigures.meta({ description: "Seven days ago, up to the same time." }),
  waiting: z
    .object({
      openFeedback: count.describe("Feedback that is open or in progress."),
      unreadFeedback: count.describe("Feedback that no administrator has opened."),
      pendingSuggestions: count.meta({ description: "Of the advisor." }),
      flaggedDevices: count.meta({ description: "Flagged as risky." }),
      deadLetters: count.meta({ description: "Answers that could not be applied." }),
      missedWorkers: count.meta({ description: "Workers of this process with 3 missed runs." }),
      unreadNotifications: count.meta({ description: "Of the calling administrator." }),
    })
    .describe("What waits for an administrator."),
  outbox: z
    .object({
      pending: count.meta({ description: "Accepted answers that wait to be applied." }),
      lagSecs: count.meta({ description: "Age of the oldest of them, seconds." }),
    })
    .describe("Answers on their way."),
  disk: z
    .object({
      freeBytes: bytes.describe(
        "What is free of it, bytes; null if the file system does not tell.",
      ),
      totalBytes: bytes.describe("Its size, bytes; null if the file system does not tell."),
    })
    .describe("The disk with the data directory."),
  lastBackup: z
    .object({
      at: Timestamp.nullable().describe("When the last good backup was made; null: never."),
      ok: z.boolean().describe("Whether there is one that is recent enough."),
      ageHours: z.number().nonnegative().nullable().describe("Its age in hours; null without one."),
    })
    .describe("The backup that would be used if the database were lost."),
  update: z
    .object({
      latestVersion: z.string().nullable().describe("Its release tag; null: not known."),
      hasUpdate: z.boolean().describe("Whether it is newer than the running version."),
    })
    .describe("Whether there is a newer release of the channel stable, as far as is known."),
  maintenance: z.boolean().describe("Whether learners are locked out now."),
});

const hourly = z.array(count);

export const AnswersByHour = z.object({
  today: hourly.describe("Answers in each hour since midnight; the last hour is the present one."),
  sameDayLastWeek: hourly.describe(
    "Those of the whole day seven days ago: 24 hours, 23 or 25 where the clocks changed.",
  ),
});

export const LearningDashboard = z.object({
  days: z.int().positive().describe("Days in the report, today included."),
  daily: z
    .array(
      z.object({
        date: Day.describe("Day of APP_TIMEZONE; a learner's answers count on the learner's day."),
        activeLearners: count.describe("Learners with an answer on that day."),
        answers: count.describe("Answers on that day."),
        correct: count.describe("Right answers on that day."),
        newWords,
        masteredWords: count.describe("Words that became mastered on that day."),
        sessions: count.describe("Learning sessions begun on that day."),
        studySecs: count.meta({ description: "Time spent in sessions, seconds." }),
      }),
    )
    .meta({ description: "Every day, today last." }),
  states: z
    .record(WordStateName, count)
    .meta({ description: "Words of all learners by state, now." }),
  dueNow: count.meta({ description: "Reviews of all learners that are due." }),
  computedAt: Timestamp.describe(
    "As of when states, dueNow and hardestWords are: at most a minute ago where they are " +
      "computed in less than two seconds.",
  ),
  hardestWords: z
    .array(
      z.object({
        wordId: WordId,
        text: z.string().describe("How it is spelled."),
        answers: count.describe("Answers to it in these days."),
        accuracy: share.describe("Share of right ones, 0 to 1."),
      }),
    )
    .meta({
      description: "Up to 20 words with at least 10 answers in these days, lowest accuracy first.",
    }),
});

export const EngineDashboard = z.object({
  versionHash: z.string().meta({ description: "The configuration in force." }),
  canary: Canary.nullable().meta({ description: "The running one." }),
  experiment: Experiment.nullable().meta({ description: "The running one." }),
  kpi: EngineKpi.describe("Key figures of the engine's stored decisions."),
  calibration: z
    .object({
      logLoss: z.number().nullable().meta({ description: "Nats per answer." }),
      rmseBins: z.number().nullable().meta({ description: "0 to 1." }),
      sampleSize: count.meta({ description: "Answers with a prediction." }),
    })
    .describe("How well predicted recall agrees with the answers."),
  phases: z
    .object({
      classify: count.describe("In the phase Classify."),
      explore: count.describe("In the phase Explore."),
      stable: count.describe("After the cold start."),
    })
    .meta({ description: "Stored decisions by phase of the cold start; stable: after it." }),
  anomalies: z
    .object({
      total: count.meta({ description: "Stored decisions with an anomaly or a violation." }),
      rate: share.nullable().meta({ description: "Of all stored decisions; null without any." }),
    })
    .describe("Decisions in which something was wrong."),
  advisor: z
    .object({
      pending: count.meta({ description: "Suggestions that wait for a decision." }),
      todayCostUsd: z
        .number()
        .nonnegative()
        .describe("Spent since midnight in APP_TIMEZONE, US dollars."),
      monthSpentYuan: z
        .number()
        .nonnegative()
        .describe("Spent since the first of the month, yuan."),
      capYuan: z.number().positive().meta({ description: "Monthly cap." }),
    })
    .describe("The language model that suggests changes."),
});

const daysQuery = z.object({
  days: daysBack(90, 7),
});

export const readOverviewDashboard = endpoint({
  ...admin,
  path: "/api/admin/dashboard/overview",
  summary: "What is going on now, compared with a week ago, and what waits for an administrator.",
  replies: { 200: enveloped(OverviewDashboard) },
  errors: [],
});

export const readAnswersByHour = endpoint({
  ...admin,
  path: "/api/admin/dashboard/answers-by-hour",
  summary: "Answers of all learners in each hour of today, and of the same day a week ago.",
  replies: { 200: enveloped(AnswersByHour) },
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
export type AnswersByHour = z.infer<typeof AnswersByHour>;
export type LearningDashboard = z.infer<typeof LearningDashboard>;
export type EngineDashboard = z.infer<typeof EngineDashboard>;
