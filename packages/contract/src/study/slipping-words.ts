import { z } from "zod";
import { daysBack, Deleted, limitOf, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { WordPublic } from "../library/words.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();

export const SlippingWords = z.object({
  words: z
    .array(
      z.object({
        word: WordPublic.describe("The word itself."),
        misses: count.meta({ description: "Number of wrong answers within these days." }),
        lastMissedAt: Timestamp.describe("When the last wrong answer was given."),
        lapses: count.meta({
          description: "Number of wrong answers since the last reset, over all days.",
        }),
        rightSince: count.meta({
          description: "Number of right answers since then, below `leavesAfter`.",
        }),
        confusedWith: z
          .array(
            z.object({
              wordId: WordId,
              word: z.string().describe("Spelling of the word."),
              times: count.describe("Number of times the learner mistook it for the word."),
            }),
          )
          .meta({
            description:
              "At most 3 words that the learner mistook for it within these days, most frequent " +
              "first.",
          }),
        recall: z
          .number()
          .min(0)
          .max(1)
          .meta({ description: "Probability that the learner recalls the word now." }),
      }),
    )
    .describe("The words, most missed first."),
  total: count.meta({
    description: "Total number of slipping words, including those beyond `limit`.",
  }),
  leavesAfter: count.meta({
    description: "Number of right answers in a row after which a word leaves the list.",
  }),
});

export const listSlippingWords = endpoint({
  method: "GET",
  path: "/api/study/slipping",
  summary: "Words that the caller missed recently and has not yet relearned, most missed first.",
  ...learner,
  query: z.object({
    days: daysBack(30, 7),
    limit: limitOf(100, 50),
  }),
  replies: { 200: enveloped(SlippingWords) },
  errors: [],
});

export const dismissSlippingWord = endpoint({
  method: "DELETE",
  path: "/api/study/slipping/:wordId",
  summary: "Remove a word from the list of slipping words until it is missed again.",
  ...learner,
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export const restoreSlippingWord = endpoint({
  method: "PUT",
  path: "/api/study/slipping/:wordId",
  summary: "Restore a word to the list of slipping words.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        restored: z.boolean().describe("Whether the word had been removed and is now restored."),
      }),
    ),
  },
  errors: [],
});

export type SlippingWords = z.infer<typeof SlippingWords>;

export const HardWords = z.object({
  words: z
    .array(
      z.object({
        word: WordPublic.describe("The word itself."),
        difficulty: z
          .number()
          .min(1)
          .max(10)
          .meta({ description: "How hard the word is for this learner, 1 (easy) to 10." }),
        lapses: count.meta({ description: "Number of wrong answers since the last reset." }),
        leech: z.boolean().meta({ description: "Whether the word has 8 lapses or more." }),
        recall: z
          .number()
          .min(0)
          .max(1)
          .meta({ description: "Probability that the learner recalls the word now." }),
        nextReviewAt: Timestamp.describe("When the next review is or was due."),
      }),
    )
    .describe("The words, hardest first."),
  total: count.meta({ description: "Total number of hard words, including those beyond `limit`." }),
});

export const listHardWords = endpoint({
  method: "GET",
  path: "/api/study/hard",
  summary:
    "Words that are hard for the caller: answered at least twice, with a difficulty of 9 or " +
    "more or at least 4 lapses. Sorted by difficulty (to one decimal), then by lapses, " +
    "hardest first. Words marked as known, reset or suspended are left out.",
  access: "learner",
  stability: "beta",
  query: z.object({ limit: limitOf(100, 50) }),
  replies: { 200: enveloped(HardWords) },
  errors: [],
});

export type HardWords = z.infer<typeof HardWords>;
