import { z } from "zod";
import { Strategy } from "./amas.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { dictionary, list } from "./sizes.ts";
import { WordPublic } from "./words.ts";

const learner = { access: "learner" } as const;

export const adjustWords = endpoint({
  method: "POST",
  path: "/api/learning/adjust-words",
  summary: "The strategy adjusted to reported performance and state; nothing is stored.",
  ...learner,
  body: z.object({
    recentPerformance: z.number().min(0).max(1),
    /** focused, engaged, confident, tired, fatigued, frustrated, distracted, review, sprint … */
    userState: z.string(),
  }),
  faults: { recentPerformance: "LEARNING_INVALID_RECENT_PERFORMANCE" },
  replies: { 200: enveloped(z.object({ adjustedStrategy: Strategy })) },
  errors: ["LEARNING_INVALID_RECENT_PERFORMANCE"],
});

/** Longest history of a session that is taken. */
const history = { max: 5_000, tooMany: "LEARNING_TOO_MANY_IDS" } as const;

export const PickNextWord = z.object({
  activeWordIds: list(z.string(), {
    max: "LIMITS_MAX_BATCH_SIZE",
    tooMany: "LEARNING_TOO_MANY_IDS",
  }),
  /** Oldest failure first; a word failed twice may be listed twice. */
  errorWordIds: list(z.string(), history),
  /** Word id → unix milliseconds. */
  lastShownMap: dictionary(z.number(), history).nullish(),
  /** Word id → priority; larger values come first. */
  priorityMap: dictionary(z.number().int(), history).nullish(),
});

export const pickNextWord = endpoint({
  method: "POST",
  path: "/api/learning/pick-next-word",
  summary: "The next question of the current session.",
  ...learner,
  body: PickNextWord,
  replies: {
    200: enveloped(z.object({ word: WordPublic, priority: z.enum(["error_review", "normal"]) })),
  },
  errors: ["LEARNING_NO_ACTIVE_WORDS", "LEARNING_TOO_MANY_IDS", "NOT_FOUND"],
});

/** The part of the word shown, and the part to choose. */
export const OptionsMode = z.enum(["word-to-meaning", "meaning-to-word"]);

export const generateOptions = endpoint({
  method: "POST",
  path: "/api/learning/generate-options",
  summary: "Four answers to choose from, one of them right.",
  ...learner,
  body: z.object({
    wordId: z.string(),
    mode: OptionsMode,
    poolWordIds: list(z.string(), {
      max: "LIMITS_MAX_BATCH_SIZE",
      tooMany: "LEARNING_TOO_MANY_IDS",
    }),
  }),
  faults: { mode: "LEARNING_INVALID_MODE" },
  replies: {
    200: enveloped(
      z.object({
        options: z.array(z.string()).length(4),
        correctIndex: z.number().int().min(0).max(3),
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
