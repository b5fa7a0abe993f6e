import { z } from "zod";
import { Day, Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { WordStateName } from "./word-states.ts";

const learner = { access: "learner" } as const;
const count = z.number().int();
const share = z.number().min(0).max(1);

export const LearningCurve = z.object({
  /** Days with a record, earliest first. */
  curve: z.array(z.object({ date: Day, total: count, correct: count, accuracy: share })),
});

export const RetentionCurve = z.object({
  points: z.array(
    z.object({ daysSinceLearn: count, retention: share.nullable(), sampleSize: count }),
  ),
  averageRetention: share.nullable(),
});

export const MasteryEvaluation = z.object({
  wordId: z.string(),
  state: WordStateName,
  masteryLevel: z.number(),
  correctStreak: count,
  totalAttempts: count,
  nextReviewDate: Timestamp.nullable(),
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
  query: z.object({ wordId: z.string().min(1).max(64) }),
  replies: { 200: enveloped(MasteryEvaluation) },
  errors: [],
});

export type LearningCurve = z.infer<typeof LearningCurve>;
export type RetentionCurve = z.infer<typeof RetentionCurve>;
export type MasteryEvaluation = z.infer<typeof MasteryEvaluation>;
