import { z } from "zod";
import { Day, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { WordStateName } from "../progress/word-states.ts";

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
      .describe("IANA name, such as `Europe/Berlin`; default: the learner's own zone."),
  }),
  faults: { range: "ANALYTICS_INVALID_RANGE", timezone: "ANALYTICS_INVALID_TIMEZONE" },
} as const;

const count = z.number().int();
const share = z.number().min(0).max(1);

/** Both dates are inclusive; the last one is today. */
export const AnalyticsRange = z.object({
  type: RangeType.describe("The kind of range requested."),
  startDate: Day.describe("First day of the range, inclusive."),
  endDate: Day.describe("Last day of the range, inclusive: today."),
  timezone: z.string().describe("IANA name of the time zone in which days are counted."),
});

const StudySummary = z.object({
  studyDurationSecs: count.describe("Time in learning sessions, seconds."),
  sessionCount: count.describe("Number of learning sessions started."),
  recordCount: count.describe("Number of answers in this time."),
  correctCount: count.describe("Number of right answers in this time."),
  accuracy: share
    .nullable()
    .describe("Share of right answers, 0 to 1; null if there are no answers."),
  newWords: count.describe("Number of words answered for the first time ever."),
  reviewWords: count.describe(
    "Number of words answered again on a later day than the first; each counts once a day.",
  ),
  masteredWords: count.meta({
    description:
      "Number of times a word became mastered in this time, even if it was forgotten or reset " +
      "since. For the words that are mastered now, see `mastered` of " +
      "/api/word-states/stats/overview.",
  }),
});

export const Dashboard = z.object({
  range: AnalyticsRange.describe("The days covered."),
  summary: StudySummary.describe("Totals over all days of the range."),
  comparison: z
    .object({
      previousStudyDurationSecs: count.describe("Time in learning sessions, seconds."),
      previousAccuracy: share
        .nullable()
        .describe("Share of right answers, 0 to 1; null if there are no answers."),
      previousNewWords: count.describe("Number of words answered for the first time ever."),
      previousReviewWords: count.describe(
        "Number of words answered again on a later day than the first; each counts once a day.",
      ),
    })
    .describe("The preceding range of the same length."),
  daily: z
    .array(StudySummary.extend({ date: Day.describe("Day in the calendar of `range.timezone`.") }))
    .describe("Every day of the range, in ascending order."),
});

export const ForgettingRisk = z.object({
  range: AnalyticsRange.describe("The days covered."),
  summary: z
    .object({
      highRiskWords: count.describe("Number of words with a retention below 0.5."),
      mediumRiskWords: count.describe("Number of words with a retention from 0.5 to below 0.75."),
      averageRetention: share
        .nullable()
        .describe("Mean retention, 0 to 1; null if there are no words."),
      dueReviewWords: count.describe(
        "Number of words that can be reviewed now, as GET /api/study/today counts them.",
      ),
      overdueReviewWords: count.describe(
        "Number of due words whose review fell on an earlier day.",
      ),
    })
    .describe("Totals over all studied words; at most the 5000 with the earliest reviews count."),
  retentionCurve: z
    .array(
      z.object({
        bucket: z
          .string()
          .describe("Days since the last answer, from 0-1 to 30+; the upper end is excluded."),
        retention: share
          .nullable()
          .describe(
            "Mean probability that the learner knows these words now, 0 to 1; null if there are " +
              "none.",
          ),
        wordCount: count.describe("Number of words in the bucket."),
      }),
    )
    .describe("Words grouped by days since the last answer."),
  riskWords: z
    .array(
      z.object({
        wordId: WordId,
        riskLevel: z
          .enum(["high", "medium"])
          .describe("high: retention below 0.5; medium: below 0.75."),
        retention: share.describe("Probability that the learner knows the word now, 0 to 1."),
        nextReviewDate: Timestamp.nullable().describe(
          "When the next review is due; null if none is scheduled.",
        ),
        overdueHours: z
          .number()
          .describe("Hours since the review was due; 0 if it is not yet due."),
      }),
    )
    .describe("Words at risk, lowest retention first, at most 200."),
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

export const LearningCurve = z.object({
  curve: z
    .array(
      z.object({
        date: Day.describe("Day of the learner's calendar."),
        total: count.describe("Number of answers on that day, among the latest thousand."),
        correct: count.describe("Number of right answers among these."),
        accuracy: share.describe("Share of right answers, 0 to 1."),
      }),
    )
    .describe("Days with an answer, in ascending order."),
});

export const RetentionCurve = z.object({
  points: z
    .array(
      z.object({
        daysSinceLearn: count.describe(
          "Days since the first answer; each word counts at the nearest point.",
        ),
        retention: share
          .nullable()
          .describe(
            "Mean probability that the learner knows these words now, 0 to 1; null if there are " +
              "none.",
          ),
        sampleSize: count.describe("Number of words at this point."),
      }),
    )
    .describe("Six points, at 1, 2, 4, 7, 15 and 30 days."),
  averageRetention: share
    .nullable()
    .describe("Mean over all these words, 0 to 1; null if there are none."),
});

export const MasteryEvaluation = z.object({
  wordId: WordId,
  state: WordStateName.describe("The word's state; `new` if it was never answered."),
  masteryLevel: z.number().describe("Strength of the memory, 0 to 1; 0 if it was never answered."),
  correctStreak: count.describe(
    "Right answers in a row; an answer counts only if it comes at least 30 minutes after the " +
      "previous one.",
  ),
  totalAttempts: count.describe("Number of answers since the last reset, 0 or more."),
  nextReviewDate: Timestamp.nullable().describe(
    "When the next review is due; null if none is scheduled.",
  ),
});

export const readLearningCurve = endpoint({
  method: "GET",
  path: "/api/amas/learning-curve",
  summary: "Learning curve of the caller's latest thousand answers, by day.",
  ...learner,
  replies: { 200: enveloped(LearningCurve) },
  errors: [],
});

export const readRetentionCurve = endpoint({
  method: "GET",
  path: "/api/amas/retention-curve",
  summary: "Share of words the caller still knows, by days since learning.",
  ...learner,
  replies: { 200: enveloped(RetentionCurve) },
  errors: [],
});

export const evaluateMastery = endpoint({
  method: "GET",
  path: "/api/amas/mastery/evaluate",
  summary: "The caller's mastery of a word; a word never studied is new.",
  ...learner,
  query: z.object({
    wordId: z.string().min(1).max(64).describe("Id of the word, 1 to 64 characters."),
  }),
  replies: { 200: enveloped(MasteryEvaluation) },
  errors: [],
});

export type LearningCurve = z.infer<typeof LearningCurve>;

export type RetentionCurve = z.infer<typeof RetentionCurve>;

export type MasteryEvaluation = z.infer<typeof MasteryEvaluation>;
