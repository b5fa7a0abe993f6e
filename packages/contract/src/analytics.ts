import { z } from "zod";
import { Day, Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const learner = { access: "learner" } as const;

const RangeType = z.enum(["day", "week", "month"]);

const range = {
  query: z.object({
    range: RangeType.default("week"),
    /** IANA name; absent: the caller's time zone. */
    timezone: z.string().max(64).optional(),
  }),
  faults: { range: "ANALYTICS_INVALID_RANGE", timezone: "ANALYTICS_INVALID_TIMEZONE" },
} as const;

const count = z.number().int();
const share = z.number().min(0).max(1);

/** Both dates are inclusive; the last one is today. */
export const AnalyticsRange = z.object({
  type: RangeType,
  startDate: Day,
  endDate: Day,
  timezone: z.string(),
});

const StudySummary = z.object({
  studyDurationSecs: count,
  sessionCount: count,
  recordCount: count,
  correctCount: count,
  accuracy: share.nullable(),
  newWords: count,
  reviewWords: count,
  masteredWords: count.meta({
    description:
      "How often a word became mastered in this time, even if it was forgotten or reset since. " +
      "How many are mastered now: `mastered` of /api/word-states/stats/overview.",
  }),
});

export const Dashboard = z.object({
  range: AnalyticsRange,
  summary: StudySummary,
  /** The preceding range of the same length. */
  comparison: z.object({
    previousStudyDurationSecs: count,
    previousAccuracy: share.nullable(),
    previousNewWords: count,
    previousReviewWords: count,
  }),
  /** Every day of the range, first to last. */
  daily: z.array(StudySummary.extend({ date: Day })),
});

export const ForgettingRisk = z.object({
  range: AnalyticsRange,
  summary: z.object({
    highRiskWords: count,
    mediumRiskWords: count,
    averageRetention: share.nullable(),
    dueReviewWords: count,
    overdueReviewWords: count,
  }),
  /** By days since the last answer. */
  retentionCurve: z.array(
    z.object({ bucket: z.string(), retention: share.nullable(), wordCount: count }),
  ),
  /** Lowest retention first. */
  riskWords: z.array(
    z.object({
      wordId: z.string(),
      riskLevel: z.enum(["high", "medium"]),
      retention: share,
      nextReviewDate: Timestamp.nullable(),
      overdueHours: z.number(),
    }),
  ),
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
