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
  summary: "Adjust the strategy to reported performance and state; nothing is stored.",
  ...learner,
  body: z.object({
    recentPerformance: z.number().min(0).max(1).describe("Recent share of right answers, 0 to 1."),
    userState: z
      .string()
      .describe(
        "focused, engaged, confident: harder; tired, fatigued, frustrated, distracted: " +
          "easier; review: no new words; sprint: as many new words as possible. Other values " +
          "have no effect.",
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

/** Maximum length of a session's history. */
const history = { max: 5_000, tooMany: "LEARNING_TOO_MANY_IDS" } as const;

export const PickNextWord = z.object({
  activeWordIds: list(z.string(), {
    max: "LIMITS_MAX_BATCH_SIZE",
    tooMany: "LEARNING_TOO_MANY_IDS",
  }).describe("Ids of the session's words that are not yet done."),
  errorWordIds: list(z.string(), history).describe(
    "Ids of words answered wrongly in the session, oldest failure first; a word failed twice " +
      "may be listed twice.",
  ),
  lastShownMap: dictionary(z.number(), history)
    .nullish()
    .describe("When each word was last shown: word id to Unix time in milliseconds."),
  priorityMap: dictionary(z.number().int(), history)
    .nullish()
    .describe("Priority of each word: word id to a whole number; larger numbers come first."),
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
        word: WordPublic.describe("The word to ask next."),
        priority: z
          .enum(["error_review", "normal"])
          .describe("error_review: answered wrongly in this session; normal: any other word."),
      }),
    ),
  },
  errors: ["LEARNING_NO_ACTIVE_WORDS", "LEARNING_TOO_MANY_IDS", "NOT_FOUND"],
});

/** The part of the word that is shown, and the part to choose. */
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
      "Ids of words to take wrong options from; the learner's books and the library supply " +
        "any missing ones.",
    ),
  }),
  faults: { mode: "LEARNING_INVALID_MODE" },
  replies: {
    200: enveloped(
      z.object({
        options: z
          .array(z.string())
          .length(4)
          .describe("The options, all different: meanings or words."),
        correctIndex: z.number().int().min(0).max(3).describe("Index of the right option, 0 to 3."),
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
