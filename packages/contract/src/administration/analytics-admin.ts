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

/** The range of app events, but 30 days unless told otherwise. */
const RangeQuery = AppEventRangeQuery.extend({
  days: reportDays("30"),
});

const ranged = {
  faults: appEventRangeFaults,
  errors: ["INVALID_RANGE"],
} as const;

// docs/decisions/0041
const DAYS =
  "Every day of the range, first to last. A learner's answers count on the learner's day.";

const newWords = count.meta({ description: "Words answered for the first time ever." });
const masteredWords = count.meta({ description: "Words that became mastered." });
const newUsers = count.meta({ description: "Accounts made." });

export const EngagementReport = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        date: Day.describe("Day of the report."),
        dau: count.meta({ description: "Learners with an answer on that day." }),
        wau: count.meta({ description: "Learners with an answer in the 7 days up to it." }),
        mau: count.meta({ description: "Learners with an answer in the 30 days up to it." }),
        newUsers,
        sessions: count.meta({ description: "Learning sessions begun." }),
        avgSessionSecs: z
          .number()
          .nonnegative()
          .nullable()
          .meta({ description: "Mean length of these sessions, seconds; null without any." }),
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
        answers: count.describe("Answers on that day."),
        correct: count.describe("Right answers on that day."),
        accuracy: share.nullable().meta({ description: "correct / answers." }),
        newWords,
        reviewAnswers: count.meta({
          description:
            "Answers tagged as review, and of untagged ones the day's first to a word that was " +
            "answered on an earlier day.",
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
        count: count.describe("Learners with an answer on that day."),
      }),
    )
    .meta({ description: DAYS }),
});

export const DailyRecords = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        date: Day.describe("Day of the report."),
        total: count.describe("Answers on that day."),
        correct: count.describe("Right answers on that day."),
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
        answers: count.describe("Answers in that hour, all days together."),
        accuracy: share.nullable().describe("Share of right answers, 0 to 1; null without any."),
        activeLearners: count.meta({ description: "Distinct learners who answered in that hour." }),
      }),
    )
    .meta({ description: "24 hours of the learners' clocks." }),
});

/** Most answers first. */
export const WordbookRank = AppEventRange.extend({
  computedAt: ComputedAt,
  rows: z
    .array(
      z.object({
        wordbookId: WordbookId,
        name: z.string().describe("What the book is called."),
        type: z.enum(["system", "user"]).describe("system: for everyone; user: a learner's own."),
        learners: count.meta({
          description:
            "Learners who answered its words in the range; of a learner's book the owner.",
        }),
        answers: count.meta({ description: "Their answers to its words." }),
        masteredPct: z.number().min(0).max(100).nullable().meta({
          description:
            "Percent of the words they answered that are mastered now; null without any.",
        }),
      }),
    )
    .describe("Most answers first."),
});

export const RegistrationCohorts = z.object({
  cohorts: z
    .array(
      z.object({
        cohortStart: Day.meta({
          description: "Monday of the week of registration, by the learner's calendar.",
        }),
        size: count.meta({ description: "Accounts made in that week." }),
        cells: z.array(share.nullable()).meta({
          description:
            "Share of them with an answer in that week, in the next, up to the present one; null " +
            "for an empty cohort.",
        }),
      }),
    )
    .meta({ description: "Oldest first." }),
});

const Kpi = z.object({
  value: z.number().nullable().describe("The figure in the range; null without data."),
  prevValue: z.number().nullable().meta({ description: "In as many days before the range." }),
  deltaPct: z
    .number()
    .nullable()
    .meta({ description: "Change in percent; null without a previous value other than 0." }),
});

export const KpiSummary = AppEventRange.extend({
  activeLearners: Kpi.meta({ description: "Distinct learners with an answer." }),
  answers: Kpi.describe("Answers of all learners."),
  accuracy: Kpi.meta({ description: "0 to 1; null without answers." }),
  newUsers: Kpi.describe("Accounts made."),
  masteredWords: Kpi.describe("Words that became mastered."),
  answersPerLearner: Kpi.meta({ description: "Answers per active learner." }),
  day1Retention: Kpi.meta({
    description:
      "Share of the accounts made in the range with an answer on the day after, of those whose " +
      "day after has come; by the learner's calendar.",
  }),
  day7Retention: Kpi.meta({ description: "The same for the seventh day after." }),
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
    weeks: clampedInteger(1, 26, 8).meta({ description: "1 to 26, the present one included." }),
  }),
  replies: { 200: enveloped(RegistrationCohorts) },
  errors: [],
});

export const readKpiSummary = endpoint({
  ...admin,
  path: "/api/admin/analytics/kpi-summary",
  summary: "Key figures of the range, compared with as many days before.",
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
