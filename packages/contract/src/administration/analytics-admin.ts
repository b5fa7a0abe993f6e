import { z } from "zod";
import {
  AppEventRange,
  appEventRangeFaults,
  AppEventRangeQuery,
  reportDays,
} from "../clients/app-event-analytics.ts";
import { clampedInteger, ComputedAt, Day, limitOf, WordbookId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const admin = { method: "GET", access: "admin", stability: "beta" } as const;

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);

/** The range of app events, with a default of 30 days. */
const RangeQuery = AppEventRangeQuery.extend({
  days: reportDays("30"),
});

const ranged = {
  faults: appEventRangeFaults,
  errors: ["INVALID_RANGE"],
} as const;

// docs/decisions/0041
const DAYS =
  "Every day of the range, in ascending order. A learner's answers count on the learner's day.";

const newWords = count.meta({ description: "Number of words answered for the first time ever." });
const masteredWords = count.meta({ description: "Number of words that became mastered." });
const newUsers = count.meta({ description: "Number of accounts created." });

export const EngagementReport = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        date: Day.describe("Day of the report."),
        dau: count.meta({ description: "Number of learners with an answer on that day." }),
        wau: count.meta({
          description: "Number of learners with an answer in the 7 days up to it.",
        }),
        mau: count.meta({
          description: "Number of learners with an answer in the 30 days up to it.",
        }),
        newUsers,
        sessions: count.meta({ description: "Number of learning sessions started." }),
        avgSessionSecs: z
          .number()
          .nonnegative()
          .nullable()
          .meta({ description: "Mean length of these sessions, seconds; null if there are none." }),
      }),
    )
    .meta({ description: DAYS }),
  stickiness: share
    .nullable()
    .meta({ description: "Mean dau divided by mean mau; null if nobody was active." }),
});

export const LearningReport = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        date: Day.describe("Day of the report."),
        answers: count.describe("Number of answers on that day."),
        correct: count.describe("Number of right answers on that day."),
        accuracy: share.nullable().meta({ description: "correct / answers." }),
        newWords,
        reviewAnswers: count.meta({
          description:
            "Number of answers tagged as review, plus each day's first untagged answer to a word " +
            "that was answered on an earlier day.",
        }),
        masteredWords,
      }),
    )
    .meta({ description: DAYS }),
});

export const DailyActiveUsers = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        date: Day.describe("Day of the report."),
        count: count.describe("Number of learners with an answer on that day."),
      }),
    )
    .meta({ description: DAYS }),
});

export const DailyRecords = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        date: Day.describe("Day of the report."),
        total: count.describe("Number of answers on that day."),
        correct: count.describe("Number of right answers on that day."),
      }),
    )
    .meta({ description: DAYS }),
});

export const HourlyReport = AppEventRange.extend({
  computedAt: ComputedAt,
  rows: z
    .array(
      z.object({
        hour: z.int().min(0).max(23).describe("Hour of the learners' clocks, 0 to 23."),
        answers: count.describe("Number of answers in that hour, over all days."),
        accuracy: share
          .nullable()
          .describe("Share of right answers, 0 to 1; null if there are no answers."),
        activeLearners: count.meta({
          description: "Number of distinct learners who answered in that hour.",
        }),
      }),
    )
    .meta({ description: "One entry for each of the 24 hours of the learners' clocks." }),
});

/** Sorted by number of answers, highest first. */
export const WordbookRank = AppEventRange.extend({
  computedAt: ComputedAt,
  rows: z
    .array(
      z.object({
        wordbookId: WordbookId,
        name: z.string().describe("Name of the book."),
        type: z
          .enum(["system", "user"])
          .describe("system: for everyone; user: owned by one learner."),
        learners: count.meta({
          description:
            "Number of learners who answered its words in the range; for a learner's book, " +
            "only the owner counts.",
        }),
        answers: count.meta({ description: "Number of their answers to its words." }),
        masteredPct: z
          .number()
          .min(0)
          .max(100)
          .nullable()
          .meta({
            description:
              "Percentage of the words they answered that are mastered now; null if there are " +
              "none.",
          }),
      }),
    )
    .describe("The wordbooks, most answers first."),
});

export const RegistrationCohorts = z.object({
  cohorts: z
    .array(
      z.object({
        cohortStart: Day.meta({
          description: "Monday of the week of registration, by the learner's calendar.",
        }),
        size: count.meta({ description: "Number of accounts created in that week." }),
        cells: z.array(share.nullable()).meta({
          description:
            "Share of them with an answer in that week, in the next, and so on up to the " +
            "current one; null for an empty cohort.",
        }),
      }),
    )
    .meta({ description: "The cohorts, oldest first." }),
});

const Kpi = z.object({
  value: z.number().nullable().describe("The figure in the range; null if there is no data."),
  prevValue: z
    .number()
    .nullable()
    .meta({ description: "The figure in the same number of days before the range." }),
  deltaPct: z
    .number()
    .nullable()
    .meta({ description: "Change in percent; null if the previous value is 0 or missing." }),
});

export const KpiSummary = AppEventRange.extend({
  activeLearners: Kpi.meta({ description: "Number of distinct learners with an answer." }),
  answers: Kpi.describe("Number of answers of all learners."),
  accuracy: Kpi.meta({ description: "0 to 1; null without answers." }),
  newUsers: Kpi.describe("Number of accounts created."),
  masteredWords: Kpi.describe("Number of words that became mastered."),
  answersPerLearner: Kpi.meta({ description: "Number of answers per active learner." }),
  day1Retention: Kpi.meta({
    description:
      "Share of the accounts created in the range that have an answer on the next day, by the " +
      "learner's calendar. Only accounts whose next day has come count.",
  }),
  day7Retention: Kpi.meta({ description: "The same for the seventh day after creation." }),
});

export const readEngagement = endpoint({
  ...admin,
  path: "/api/admin/analytics/engagement",
  summary: "Active learners by day, week and month, new accounts and sessions.",
  query: RangeQuery,
  ...ranged,
  replies: { 200: enveloped(EngagementReport) },
});

export const readLearningReport = endpoint({
  ...admin,
  path: "/api/admin/analytics/learning",
  summary: "Answers and words of all learners by day.",
  query: RangeQuery,
  ...ranged,
  replies: { 200: enveloped(LearningReport) },
});

export const readDailyActiveUsers = endpoint({
  ...admin,
  path: "/api/admin/analytics/daily-active-users",
  summary: "Learners with an answer by day.",
  query: RangeQuery,
  ...ranged,
  replies: { 200: enveloped(DailyActiveUsers) },
});

export const readDailyRecords = endpoint({
  ...admin,
  path: "/api/admin/analytics/daily-records",
  summary: "Answers by day.",
  query: RangeQuery,
  ...ranged,
  replies: { 200: enveloped(DailyRecords) },
});

export const readHourlyReport = endpoint({
  ...admin,
  path: "/api/admin/analytics/hourly",
  summary: "Answers by hour of the learner's clock.",
  query: RangeQuery,
  ...ranged,
  replies: { 200: enveloped(HourlyReport) },
});

export const rankWordbooks = endpoint({
  ...admin,
  path: "/api/admin/analytics/wordbook-rank",
  summary: "The most studied wordbooks.",
  query: RangeQuery.extend({ limit: limitOf(100, 20) }),
  ...ranged,
  replies: { 200: enveloped(WordbookRank) },
});

export const readRegistrationCohorts = endpoint({
  ...admin,
  path: "/api/admin/analytics/retention-cohort",
  summary: "How many learners come back, by week of registration.",
  query: z.object({
    weeks: clampedInteger(1, 26, 8).meta({
      description: "Number of weeks, including the current one, 1 to 26.",
    }),
  }),
  replies: { 200: enveloped(RegistrationCohorts) },
  errors: [],
});

export const readKpiSummary = endpoint({
  ...admin,
  path: "/api/admin/analytics/kpi-summary",
  summary: "Key figures of the range, compared with the same number of days before it.",
  query: RangeQuery,
  ...ranged,
  replies: { 200: enveloped(KpiSummary) },
});

export type EngagementReport = z.infer<typeof EngagementReport>;
export type LearningReport = z.infer<typeof LearningReport>;
export type DailyActiveUsers = z.infer<typeof DailyActiveUsers>;
export type DailyRecords = z.infer<typeof DailyRecords>;
export type HourlyReport = z.infer<typeof HourlyReport>;
export type WordbookRank = z.infer<typeof WordbookRank>;
export type RegistrationCohorts = z.infer<typeof RegistrationCohorts>;
export type KpiSummary = z.infer<typeof KpiSummary>;
