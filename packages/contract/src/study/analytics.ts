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

export const LearningCurve = z.object({
  curve: z
    .array(
      z.object({
        date: Day.describe("Day of the learner's calendar."),
        total: count.describe("Answers on that day, among the latest thousand."),
        correct: count.describe("Right answers of these."),
        accuracy: share.describe("Share of right answers, 0 to 1."),
      }),
    )
    .describe("Days with an answer, earliest first."),
});

export const RetentionCurve = z.object({
  points: z
    .array(
      z.object({
        daysSinceLearn: count.describe(
          "Days since the first answer; a word counts at the nearest point.",
        ),
        retention: share
          .nullable()
          .describe("Mean chance that these words are known now, 0 to 1; null without words."),
        sampleSize: count.describe("Words at this point."),
      }),
    )
    .describe("Six points, for 1, 2, 4, 7, 15 and 30 days."),
  averageRetention: share
    .nullable()
    .describe("Mean over all these words, 0 to 1; null without any."),
});

export const MasteryEvaluation = z.object({
  wordId: WordId,
  state: WordStateName.describe("The state; `new` if it was never answered."),
  masteryLevel: z.number().describe("Strength of the memory, 0 to 1; 0 if it was never answered."),
  correctStreak: count.describe(
    "Right answers in a row, counted only if at least 30 minutes after the answer before.",
  ),
  totalAttempts: count.describe("Answers since the last reset, 0 or more."),
  nextReviewDate: Timestamp.nullable().describe(
    "When the next review is due; null: none is planned.",
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
  summary: "Mastery of a word for the caller; a word never studied is new.",
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
