import { z } from "zod";
import { WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import { WordLearningState, WordStateName } from "../progress/word-states.ts";

/** A state set by the learner, without the engine. */
const WordStateChange = z.object({
  state: WordStateName.nullish().describe("The state to be set; absent: it stays."),
  masteryLevel: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe(
      "The mastery level to be set, 0 to 1; absent: it stays, or becomes what the " +
        "state implies.",
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
    updates: list(WordStateChange.extend({ wordId: WordId }), {
      min: 1,
      max: "LIMITS_MAX_BATCH_SIZE",
    }).describe("What to set; of a word named twice the last entry counts."),
  }),
  replies: {
    200: enveloped(
      z.object({ updated: z.number().int().describe("How many different words were set.") }),
    ),
  },
  errors: ["WORD_NOT_FOUND", "BATCH_TOO_LARGE"],
});

/** A state as it was read before the word was marked. */
const EarlierState = z.object({
  wordId: WordId,
  state: WordStateName.describe("The state it was in; new: also a word that had none."),
  masteryLevel: z.number().min(0).max(1).describe("As it was, 0 to 1."),
  nextReviewDate: z.iso.datetime().nullable().describe("As it was; null: none was planned."),
  updatedAt: z.iso.datetime().describe("As it was; of a word without a state, any time."),
});

export const takeBackMastered = endpoint({
  method: "POST",
  path: "/api/study/take-back-mastered",
  summary:
    "Take back that words were marked as mastered: they are as they were, with their dates, " +
    "and do not count as mastered. Words that have gone on since are left alone.",
  ...learner,
  stability: "beta",
  body: z.object({
    words: list(EarlierState, { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "Their states as read before; of a word named twice the last entry counts.",
    ),
  }),
  replies: {
    200: enveloped(
      z.object({ takenBack: z.number().int().describe("How many words are as they were.") }),
    ),
  },
  errors: ["BATCH_TOO_LARGE"],
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

export type EarlierState = z.infer<typeof EarlierState>;

export type WordStateChange = z.infer<typeof WordStateChange>;
