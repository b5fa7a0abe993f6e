import { z } from "zod";
import { Day } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { Category } from "./word-states.ts";

const learner = { access: "learner" } as const;

/** Which records count: those with this tag, or all. */
const query = z.object({
  category: Category.default("all").describe("Counts only answers with this tag; default: all."),
});
const category = { query, faults: { category: "INVALID_CATEGORY" } } as const;

const count = z.number().int();

export const RecordStatistics = z.object({
  total: count.describe("Answers of all time, 0 or more."),
  correct: count.describe("Right answers of all time, 0 or more."),
  accuracy: z.number().describe("Share of right answers, 0 to 1; 0 without any."),
  totalDurationSecs: count.describe("Time in all learning sessions, whatever the tag, seconds."),
});

export const EnhancedStatistics = RecordStatistics.extend({
  streak: count.describe("Consecutive days with an answer, ending today or yesterday."),
  daily: z
    .array(
      z.object({
        date: Day.describe("Day of the learner's calendar."),
        total: count.describe("Answers on that day."),
        correct: count.describe("Right answers on that day."),
        accuracy: z.number().describe("Share of right answers on that day, 0 to 1."),
        newWords: count.describe("Words answered for the first time on that day."),
        durationSecs: count.describe("Time in learning sessions on that day, seconds."),
      }),
    )
    .describe("Days with an answer, earliest first."),
});

export const readStatistics = endpoint({
  method: "GET",
  path: "/api/records/statistics",
  summary: "Statistics of the caller's answers.",
  ...learner,
  ...category,
  replies: { 200: enveloped(RecordStatistics) },
  errors: ["INVALID_CATEGORY"],
});

export const readEnhancedStatistics = endpoint({
  method: "GET",
  path: "/api/records/statistics/enhanced",
  summary: "Statistics of the caller's answers, with the streak and every day with a record.",
  ...learner,
  ...category,
  replies: { 200: enveloped(EnhancedStatistics) },
  errors: ["INVALID_CATEGORY"],
});

export type RecordStatistics = z.infer<typeof RecordStatistics>;
export type EnhancedStatistics = z.infer<typeof EnhancedStatistics>;

export const UserStats = z.object({
  totalWordsLearned: z.number().int().describe("Words in any state but `new`, now."),
  totalSessions: z.number().int().describe("Learning sessions begun, running ones included."),
  totalRecords: z.number().int().describe("Answers of all time."),
  streakDays: z
    .number()
    .int()
    .describe(
      "Consecutive days of the learner's calendar with an answer, ending today or yesterday.",
    ),
  accuracyRate: z.number().describe("Share of right answers of all time, 0 to 1; 0 without any."),
});

export const readMyStats = endpoint({
  method: "GET",
  path: "/api/users/me/stats",
  summary: "The caller's overall statistics.",
  ...learner,
  replies: { 200: enveloped(UserStats) },
  errors: [],
});

export type UserStats = z.infer<typeof UserStats>;
