import { z } from "zod";
import { Strategy } from "../adaptation/amas.ts";
import { WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { dictionary, list } from "../core/sizes.ts";
import { WordPublic } from "../library/words.ts";

const learner = { access: "learner" } as const;

export const adjustWords = endpoint({
  method: "POST",
  path: "/api/learning/adjust-words",
  summary: "The strategy adjusted to reported performance and state; nothing is stored.",
  ...learner,
  body: z.object({
    recentPerformance: z.number().min(0).max(1).describe("Share of right answers lately, 0 to 1."),
    userState: z
      .string()
      .describe(
        "focused, engaged, confident: harder; tired, fatigued, frustrated, " +
          "distracted: easier; review: no new words; sprint: as many new ones as " +
          "possible. Others have no effect.",
      ),
  }),
  faults: { recentPerformance: "LEARNING_INVALID_RECENT_PERFORMANCE" },
  replies: {
    200: enveloped(
      z.object({
        adjustedStrategy: Strategy.describe("The caller's strategy with these changes."),
      }),
    ),
  },
  errors: ["LEARNING_INVALID_RECENT_PERFORMANCE"],
});

/** Longest history of a session that is taken. */
const history = { max: 5_000, tooMany: "LEARNING_TOO_MANY_IDS" } as const;

export const PickNextWord = z.object({
  activeWordIds: list(z.string(), {
    max: "LIMITS_MAX_BATCH_SIZE",
    tooMany: "LEARNING_TOO_MANY_IDS",
  }).describe("Ids of the words of the session that are not done yet."),
  errorWordIds: list(z.string(), history).describe(
    "Ids of words that went wrong in the session, oldest failure first; a word " +
      "failed twice may be listed twice.",
  ),
  lastShownMap: dictionary(z.number(), history)
    .nullish()
    .describe("When each word was last shown: word id to unix milliseconds."),
  priorityMap: dictionary(z.number().int(), history)
    .nullish()
    .describe("How urgent each word is: word id to a whole number, larger ones first."),
});

export const pickNextWord = endpoint({
  method: "POST",
  path: "/api/learning/pick-next-word",
  summary: "The next question of the current session.",
  ...learner,
  body: PickNextWord,
  replies: {
    200: enveloped(
      z.object({
        word: WordPublic.describe("The word to ask for next."),
        priority: z
          .enum(["error_review", "normal"])
          .describe("error_review: it went wrong in this session; normal: any other."),
      }),
    ),
  },
  errors: ["LEARNING_NO_ACTIVE_WORDS", "LEARNING_TOO_MANY_IDS", "NOT_FOUND"],
});

/** The part of the word shown, and the part to choose. */
export const OptionsMode = z
  .enum(["word-to-meaning", "meaning-to-word"])
  .describe("The part of the word that is shown, and the part to choose.");

export const generateOptions = endpoint({
  method: "POST",
  path: "/api/learning/generate-options",
  summary: "Four answers to choose from, one of them right.",
  ...learner,
  body: z.object({
    wordId: WordId,
    mode: OptionsMode.describe("What is shown and what is to be chosen."),
    poolWordIds: list(z.string(), {
      max: "LIMITS_MAX_BATCH_SIZE",
      tooMany: "LEARNING_TOO_MANY_IDS",
    }).describe(
      "Ids of words to take wrong answers from; the learner's books and the library fill up.",
    ),
  }),
  faults: { mode: "LEARNING_INVALID_MODE" },
  replies: {
    200: enveloped(
      z.object({
        options: z
          .array(z.string())
          .length(4)
          .describe("What to choose from, all different: meanings or words."),
        correctIndex: z
          .number()
          .int()
          .min(0)
          .max(3)
          .describe("Place of the right one among the options, 0 to 3."),
      }),
    ),
  },
  errors: [
    "LEARNING_INVALID_MODE",
    "LEARNING_TOO_MANY_IDS",
    "LEARNING_NOT_ENOUGH_OPTIONS",
    "NOT_FOUND",
  ],
});

export type PickNextWord = z.infer<typeof PickNextWord>;
export type OptionsMode = z.infer<typeof OptionsMode>;
