import { z } from "zod";
import { PageQuery, Timestamp, clampedInteger, paged } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { list } from "./sizes.ts";
import { WordPublic } from "./words.ts";

const learner = { access: "learner" } as const;

/** Wire form of a word state; the engine's mastery level is the same name in upper case. */
export const WordStateName = z.enum(["new", "learning", "reviewing", "mastered", "forgotten"]);

export const WordLearningState = z.object({
  userId: z.string(),
  wordId: z.string(),
  state: WordStateName,
  masteryLevel: z.number(),
  nextReviewDate: Timestamp.nullable(),
  /** Hours. */
  halfLife: z.number(),
  correctStreak: z.number().int(),
  totalAttempts: z.number().int(),
  updatedAt: Timestamp,
  bookmarked: z.boolean(),
});

/** A word whose state was asked for. */
export const WordInState = z.object({
  word: WordPublic,
  nextReviewDate: Timestamp.nullable().meta({
    description: "When its next review is due; null: it was never answered.",
  }),
});

/** Tag of the records to which statistics are limited. */
export const Category = z.enum(["learning", "review", "all"]);

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
  summary: "The caller's words in one state, next review first; put-aside ones included.",
  ...learner,
  stability: "beta",
  query: PageQuery.extend({
    state: WordStateName.meta({ description: "State of the words that are listed." }),
  }),
  replies: { 200: enveloped(paged(WordInState)) },
  errors: [],
});

export const WordIds = z.object({
  wordIds: list(z.string(), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }),
});

export const readWordStateBatch = endpoint({
  method: "POST",
  path: "/api/word-states/batch",
  summary: "States of several words; words without one are left out.",
  ...learner,
  body: WordIds,
  replies: { 200: enveloped(z.array(WordLearningState)) },
  errors: ["BATCH_TOO_LARGE"],
});

export const listDueWords = endpoint({
  method: "GET",
  path: "/api/word-states/due/list",
  summary: "Words whose review is due, most overdue first.",
  ...learner,
  query: z.object({ limit: clampedInteger(1, 200, 50) }),
  replies: { 200: enveloped(z.array(WordLearningState)) },
  errors: [],
});

export const readStateOverview = endpoint({
  method: "GET",
  path: "/api/word-states/stats/overview",
  summary: "Number of words by state.",
  ...learner,
  query: z.object({ category: Category.default("all") }),
  faults: { category: "INVALID_CATEGORY" },
  replies: {
    200: enveloped(
      z.object({
        newCount: z.number().int(),
        learning: z.number().int(),
        reviewing: z.number().int(),
        mastered: z
          .number()
          .int()
          .meta({
            description:
              "Words that are mastered now. How many became so in a week or month: " +
              "`masteredWords` of /api/analytics/dashboard.",
          }),
        forgotten: z.number().int(),
        dueReviewEstimatedMinutes: z.number().optional(),
      }),
    ),
  },
  errors: ["INVALID_CATEGORY"],
});

/** A state set by the learner, without the engine. */
const WordStateChange = z.object({
  state: WordStateName.nullish(),
  masteryLevel: z.number().min(0).max(1).nullish(),
});

export const markMastered = endpoint({
  method: "POST",
  path: "/api/word-states/:wordId/mark-mastered",
  summary: "Mark a word as mastered, creating its state if there is none.",
  ...learner,
  replies: { 200: enveloped(WordLearningState) },
  errors: ["NOT_FOUND"],
});

export const resetWordState = endpoint({
  method: "POST",
  path: "/api/word-states/:wordId/reset",
  summary: "Reset a word's state: everything learned about it is discarded.",
  ...learner,
  replies: { 200: enveloped(WordLearningState) },
  errors: ["NOT_FOUND"],
});

export const updateWordStateBatch = endpoint({
  method: "POST",
  path: "/api/word-states/batch-update",
  summary: "Set states of up to 500 words, all or none; for duplicates the last one counts.",
  ...learner,
  body: z.object({
    updates: list(WordStateChange.extend({ wordId: z.string() }), {
      min: 1,
      max: "LIMITS_MAX_BATCH_SIZE",
    }),
  }),
  replies: { 200: enveloped(z.object({ updated: z.number().int() })) },
  errors: ["WORD_NOT_FOUND", "BATCH_TOO_LARGE"],
});

export const updateWordState = endpoint({
  method: "PUT",
  path: "/api/word-states/:wordId",
  summary: "Set state, mastery level or both of one word.",
  ...learner,
  body: WordStateChange.refine(({ state, masteryLevel }) => (state ?? masteryLevel) != null, {
    message: "state or masteryLevel is needed",
  }),
  replies: { 200: enveloped(WordLearningState) },
  errors: ["NOT_FOUND"],
});

export type WordStateName = z.infer<typeof WordStateName>;
export type WordLearningState = z.infer<typeof WordLearningState>;
export type WordInState = z.infer<typeof WordInState>;
export type Category = z.infer<typeof Category>;
export type WordStateChange = z.infer<typeof WordStateChange>;
