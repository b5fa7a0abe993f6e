import { z } from "zod";
import { LearnerId, limitOf, paged, PageQuery, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import { WordPublic } from "../library/words.ts";

const learner = { access: "learner" } as const;

/** Wire form of a word state; the engine's mastery level is the same name in uppercase. */
export const WordStateName = z
  .enum(["new", "learning", "reviewing", "mastered", "forgotten"])
  .describe(
    "new: not yet answered; learning; reviewing: known for a while; mastered; forgotten: " +
      "recall has fallen low.",
  );

export const WordLearningState = z.object({
  userId: LearnerId,
  wordId: WordId,
  state: WordStateName.describe("How well the learner knows the word."),
  masteryLevel: z
    .number()
    .describe(
      "Strength of the memory, 0 to 1: its stability relative to 30 days; 1 for a word marked " +
        "as mastered.",
    ),
  nextReviewDate: Timestamp.nullable().describe(
    "When the next review is due; null if none is scheduled.",
  ),
  halfLife: z
    .number()
    .describe(
      "Hours until the probability of recall falls to one half, above 0; 24 before the first " +
        "answer.",
    ),
  correctStreak: z
    .number()
    .int()
    .describe(
      "Right answers in a row; an answer counts only if it comes at least 30 minutes after " +
        "the previous one.",
    ),
  totalAttempts: z
    .number()
    .int()
    .describe("Number of answers to the word since the last reset, 0 or more."),
  updatedAt: Timestamp.describe("When the state last changed."),
  bookmarked: z
    .boolean()
    .describe("Whether the word is one of the learner's favorites; read only."),
});

/** A word in the requested state. */
export const WordInState = z.object({
  word: WordPublic.describe("The word itself."),
  nextReviewDate: Timestamp.nullable().meta({
    description: "When its next review is due; null if it was never answered.",
  }),
});

/** Tag of the records that statistics cover. */
export const Category = z
  .enum(["learning", "review", "all"])
  .describe("learning, review: answers with this tag; all: every answer.");

export const readWordState = endpoint({
  method: "GET",
  path: "/api/word-states/:wordId",
  summary: "The caller's state of a word.",
  ...learner,
  replies: { 200: enveloped(WordLearningState) },
  errors: ["NOT_FOUND"],
});

export const listWordsByState = endpoint({
  method: "GET",
  path: "/api/word-states",
  summary: "The caller's words in one state, next review first, including suspended ones.",
  ...learner,
  stability: "beta",
  query: PageQuery.extend({
    state: WordStateName.meta({ description: "State of the listed words." }),
  }),
  replies: { 200: enveloped(paged(WordInState)) },
  errors: [],
});

export const WordIds = z.object({
  wordIds: list(z.string(), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
    "Ids of the words, 1 to 64 characters each.",
  ),
});

export const readWordStateBatch = endpoint({
  method: "POST",
  path: "/api/word-states/batch",
  summary: "States of several words; words without a state are left out.",
  ...learner,
  body: WordIds,
  replies: { 200: enveloped(z.array(WordLearningState)) },
  errors: ["BATCH_TOO_LARGE"],
});

export const listDueWords = endpoint({
  method: "GET",
  path: "/api/word-states/due/list",
  summary: "Words due for review, most overdue first.",
  ...learner,
  query: z.object({ limit: limitOf(200, 50) }),
  replies: { 200: enveloped(z.array(WordLearningState)) },
  errors: [],
});

export const readStateOverview = endpoint({
  method: "GET",
  path: "/api/word-states/stats/overview",
  summary: "Number of words by state.",
  ...learner,
  query: z.object({
    category: Category.default("all").describe(
      "Count only words with an answer of this tag; default: all.",
    ),
  }),
  faults: { category: "INVALID_CATEGORY" },
  replies: {
    200: enveloped(
      z.object({
        newCount: z
          .number()
          .int()
          .describe("Number of words without an answer: they have a state but were not studied."),
        learning: z.number().int().describe("Number of words in the state `learning` now."),
        reviewing: z.number().int().describe("Number of words in the state `reviewing` now."),
        mastered: z
          .number()
          .int()
          .meta({
            description:
              "Number of words that are mastered now. For the number that became mastered in " +
              "a week or month, see `masteredWords` of /api/analytics/dashboard.",
          }),
        forgotten: z.number().int().describe("Number of words in the state `forgotten` now."),
        dueReviewEstimatedMinutes: z
          .number()
          .optional()
          .describe("Time for all due reviews at the learner's usual pace, minutes."),
      }),
    ),
  },
  errors: ["INVALID_CATEGORY"],
});
export type WordStateName = z.infer<typeof WordStateName>;
export type WordLearningState = z.infer<typeof WordLearningState>;
export type WordInState = z.infer<typeof WordInState>;
export type Category = z.infer<typeof Category>;
