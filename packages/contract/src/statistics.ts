import { z } from "zod";
import { Day } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { Category } from "./word-states.ts";

const learner = { access: "learner" } as const;

/** Which records count: those with this tag, or all. */
const query = z.object({ category: Category.default("all") });
const category = { query, faults: { category: "INVALID_CATEGORY" } } as const;

const count = z.number().int();

export const RecordStatistics = z.object({
  total: count,
  correct: count,
  /** 0 to 1; 0 without a record. */
  accuracy: z.number(),
  /** Total time in sessions, regardless of the category. */
  totalDurationSecs: count,
});

export const EnhancedStatistics = RecordStatistics.extend({
  /** Consecutive days with a record, ending today or yesterday. */
  streak: count,
  daily: z.array(
    z.object({
      date: Day,
      total: count,
      correct: count,
      accuracy: z.number(),
      newWords: count,
      durationSecs: count,
    }),
  ),
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
