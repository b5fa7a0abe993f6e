import { z } from "zod";
import { Day, Timestamp, WordId } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const learner = { access: "learner" } as const;

const RangeType = z.enum(["day", "week", "month"]);

const range = {
  query: z.object({
    range: RangeType.default("week").describe(
      "day: today; week: the last 7 days; month: the last 30 days, today included.",
    ),
    timezone: z
      .string()
      .max(64)
      .optional()
      .describe("IANA name, such as `Europe/Berlin`; absent: the learner's own zone."),
  }),
  faults: { range: "ANALYTICS_INVALID_RANGE", timezone: "ANALYTICS_INVALID_TIMEZONE" },
} as const;

const count = z.number().int();
const share = z.number().min(0).max(1);

/** Both dates are inclusive; the last one is today. */
export const AnalyticsRange = z.object({
  type: RangeType.describe("The kind of range that was asked for."),
  startDate: Day.describe("First day, included."),
  endDate: Day.describe("Last day, included: today."),
  timezone: z.string().describe("IANA name of the zone in which days are counted."),
});

const StudySummary = z.object({
  studyDurationSecs: count.describe("Time in learning sessions, seconds."),
  sessionCount: count.describe("Learning sessions begun."),
  recordCount: count.describe("Answers in this time."),
  correctCount: count.describe("Right answers in this time."),
  accuracy: share.nullable().describe("Share of right answers, 0 to 1; null without any."),
  newWords: count.describe("Words answered for the first time ever."),
  reviewWords: count.describe(
    "Words answered again on a later day than the first; each counts once a day.",
  ),
  masteredWords: count.meta({
    description:
      "How often a word became mastered in this time, even if it was forgotten or reset since. " +
      "How many are mastered now: `mastered` of /api/word-states/stats/overview.",
  }),
});

export const Dashboard = z.object({
  range: AnalyticsRange.describe("The days in question."),
  summary: StudySummary.describe("All days of the range together."),
  comparison: z
    .object({
      previousStudyDurationSecs: count.describe("Time in learning sessions, seconds."),
      previousAccuracy: share
        .nullable()
        .describe("Share of right answers, 0 to 1; null without any."),
      previousNewWords: count.describe("Words answered for the first time ever."),
      previousReviewWords: count.describe(
        "Words answered again on a later day than the first; each counts once a day.",
      ),
    })
    .describe("The preceding range of the same length."),
  daily: z
    .array(StudySummary.extend({ date: Day.describe("Day of the calendar in `range.timezone`.") }))
    .describe("Every day of the range, first to last."),
});

export const ForgettingRisk = z.object({
  range: AnalyticsRange.describe("The days in question."),
  summary: z
    .object({
      highRiskWords: count.describe("Words with a retention below 0.5."),
      mediumRiskWords: count.describe("Words with a retention from 0.5 to below 0.75."),
      averageRetention: share.nullable().describe("Mean retention, 0 to 1; null without words."),
      dueReviewWords: count.describe(
        "Words whose review is due until today ends, the overdue ones included.",
      ),
      overdueReviewWords: count.describe("Words whose review is due by now."),
    })
    .describe("All studied words together, at most the 5000 with the earliest reviews."),
  retentionCurve: z
    .array(
      z.object({
        bucket: z
          .string()
          .describe("Days since the last answer, from 0-1 to 30+; the upper end is not included."),
        retention: share
          .nullable()
          .describe("Mean chance that these words are known now, 0 to 1; null without words."),
        wordCount: count.describe("Words in the bucket."),
      }),
    )
    .describe("By days since the last answer."),
  riskWords: z
    .array(
      z.object({
        wordId: WordId,
        riskLevel: z
          .enum(["high", "medium"])
          .describe("high: retention below 0.5; medium: below 0.75."),
        retention: share.describe("Chance that the learner knows the word now, 0 to 1."),
        nextReviewDate: Timestamp.nullable().describe(
          "When the next review is due; null: none is planned.",
        ),
        overdueHours: z
          .number()
          .describe("Hours since the review was due; 0 if it is not due yet."),
      }),
    )
    .describe("Lowest retention first, at most 200."),
});

export const readDashboard = endpoint({
  method: "GET",
  path: "/api/analytics/dashboard",
  summary: "The caller's activity over a day, week or month, compared with the previous one.",
  ...learner,
  ...range,
  replies: { 200: enveloped(Dashboard) },
  errors: ["ANALYTICS_INVALID_RANGE", "ANALYTICS_INVALID_TIMEZONE"],
});

export const readForgettingRisk = endpoint({
  method: "GET",
  path: "/api/analytics/forgetting-risk",
  summary: "Words the caller is about to forget.",
  ...learner,
  ...range,
  replies: { 200: enveloped(ForgettingRisk) },
  errors: ["ANALYTICS_INVALID_RANGE", "ANALYTICS_INVALID_TIMEZONE"],
});

export type AnalyticsRange = z.infer<typeof AnalyticsRange>;
export type Dashboard = z.infer<typeof Dashboard>;
export type ForgettingRisk = z.infer<typeof ForgettingRisk>;
