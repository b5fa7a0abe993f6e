import { z } from "zod";
import { WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import { WordLearningState, WordStateName } from "../progress/word-states.ts";

/** A state set by the learner, without the engine. */
const WordStateChange = z.object({
  state: WordStateName.nullish().describe("The new state; omit to keep the current one."),
  masteryLevel: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe(
      "The new mastery level, 0 to 1; omit to keep the current one or, if the state changes, " +
        "use the one it implies.",
    ),
});

const learner = { access: "learner" } as const;

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
  summary: "Reset a word's state and discard everything learned about it.",
  ...learner,
  replies: { 200: enveloped(WordLearningState) },
  errors: ["NOT_FOUND"],
});

export const updateWordStateBatch = endpoint({
  method: "POST",
  path: "/api/word-states/batch-update",
  summary: "Set the states of up to 500 words, all or none; of duplicates the last entry counts.",
  ...learner,
  body: z.object({
    updates: list(WordStateChange.extend({ wordId: WordId }), {
      min: 1,
      max: "LIMITS_MAX_BATCH_SIZE",
    }).describe("The states to set; of a word listed twice the last entry counts."),
  }),
  replies: {
    200: enveloped(
      z.object({ updated: z.number().int().describe("Number of different words changed.") }),
    ),
  },
  errors: ["WORD_NOT_FOUND", "BATCH_TOO_LARGE"],
});

/** A state as the client read it before the word was marked. */
const EarlierState = z.object({
  wordId: WordId,
  state: WordStateName.describe("The earlier state; `new` for a word without one."),
  masteryLevel: z.number().min(0).max(1).describe("The earlier mastery level, 0 to 1."),
  nextReviewDate: z.iso
    .datetime()
    .nullable()
    .describe("The earlier review date; null if none was scheduled."),
  updatedAt: z.iso
    .datetime()
    .describe("The earlier `updatedAt`; any time for a word without a state."),
});

export const takeBackMastered = endpoint({
  method: "POST",
  path: "/api/study/take-back-mastered",
  summary:
    "Undo marking words as mastered: their states and dates are restored, and they no longer " +
    "count as mastered. Words that changed since are left alone.",
  ...learner,
  stability: "beta",
  body: z.object({
    words: list(EarlierState, { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "The states as read before; of a word listed twice the last entry counts.",
    ),
  }),
  replies: {
    200: enveloped(z.object({ takenBack: z.number().int().describe("Number of words restored.") })),
  },
  errors: ["BATCH_TOO_LARGE"],
});

export const updateWordState = endpoint({
  method: "PUT",
  path: "/api/word-states/:wordId",
  summary: "Set the state, the mastery level or both of one word.",
  ...learner,
  body: WordStateChange.refine(({ state, masteryLevel }) => (state ?? masteryLevel) != null, {
    message: "state or masteryLevel is needed",
  }),
  replies: { 200: enveloped(WordLearningState) },
  errors: ["NOT_FOUND"],
});

export type EarlierState = z.infer<typeof EarlierState>;

export type WordStateChange = z.infer<typeof WordStateChange>;
