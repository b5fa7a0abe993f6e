import { z } from "zod";
import { Day, Timestamp, WordId } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { WordStateName } from "./word-states.ts";

const learner = { access: "learner" } as const;
const count = z.number().int();
const share = z.number().min(0).max(1);

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
