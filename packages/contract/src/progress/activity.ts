import { z } from "zod";
import { Day } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { Category } from "./word-states.ts";

const learner = { access: "learner" } as const;

/** Which records to count: those with this tag, or all. */
const query = z.object({
  category: Category.default("all").describe("Count only answers with this tag; default: all."),
});
const category = { query, faults: { category: "INVALID_CATEGORY" } } as const;

const count = z.number().int();

export const RecordStatistics = z.object({
  total: count.describe("Number of answers of all time, 0 or more."),
  correct: count.describe("Number of right answers of all time, 0 or more."),
  accuracy: z.number().describe("Share of right answers, 0 to 1; 0 if there are no answers."),
  totalDurationSecs: count.describe(
    "Time in all learning sessions, regardless of the tag, seconds.",
  ),
});

export const EnhancedStatistics = RecordStatistics.extend({
  streak: count.describe("Consecutive days with an answer, ending today or yesterday."),
  daily: z
    .array(
      z.object({
        date: Day.describe("Day of the learner's calendar."),
        total: count.describe("Number of answers on that day."),
        correct: count.describe("Number of right answers on that day."),
        accuracy: z.number().describe("Share of right answers on that day, 0 to 1."),
        newWords: count.describe("Number of words answered for the first time on that day."),
        durationSecs: count.describe("Time in learning sessions on that day, seconds."),
      }),
    )
    .describe("Days with an answer, in ascending order."),
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
  totalWordsLearned: z.number().int().describe("Number of words now in any state but `new`."),
  totalSessions: z
    .number()
    .int()
    .describe("Number of learning sessions started, including active ones."),
  totalRecords: z.number().int().describe("Number of answers of all time."),
  streakDays: z
    .number()
    .int()
    .describe(
      "Consecutive days of the learner's calendar with an answer, ending today or yesterday.",
    ),
  accuracyRate: z
    .number()
    .describe("Share of right answers of all time, 0 to 1; 0 if there are no answers."),
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
