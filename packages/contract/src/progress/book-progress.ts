import { z } from "zod";
import { Timestamp, WordbookId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { idList } from "../core/sizes.ts";

/** A learner's progress with a wordbook. */
export const WordbookProgress = z.object({
  wordbookId: WordbookId,
  wordCount: z.number().int().describe("Number of words in the book that exist."),
  studiedWords: z
    .number()
    .int()
    .describe("Number of words in any state but `new`, and of those left out as known."),
  masteredWords: z.number().int().meta({ description: "Number of words that are mastered now." }),
  reviewingWords: z.number().int().describe("Number of words in the state `reviewing` now."),
  forgottenWords: z.number().int().describe("Number of words in the state `forgotten` now."),
  progress: z
    .number()
    .min(0)
    .max(1)
    .describe("Share of studied words, 0 to 1; 0 for an empty book."),
  masteryProgress: z
    .number()
    .min(0)
    .max(1)
    .describe("Share of mastered words, 0 to 1; 0 for an empty book."),
  lastStudiedAt: Timestamp.nullable().describe(
    "When a word of the book was last answered; null if never.",
  ),
});

export const readWordbookProgress = endpoint({
  method: "GET",
  path: "/api/wordbooks/progress",
  summary: "The caller's progress with these wordbooks, or with all visible ones.",
  access: "learner",
  stability: "beta",
  query: z.object({
    wordbookIds: idList({
      max: "LIMITS_MAX_BATCH_SIZE",
      tooMany: "WORDBOOK_TOO_MANY_IDS",
    })
      .optional()
      .describe(
        "Ids of wordbooks, separated by commas, at most 500; default: all that the caller can " +
          "see.",
      ),
  }),
  replies: { 200: enveloped(z.array(WordbookProgress)) },
  errors: ["WORDBOOK_TOO_MANY_IDS"],
});

export type WordbookProgress = z.infer<typeof WordbookProgress>;
