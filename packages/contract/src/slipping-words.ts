import { z } from "zod";
import { Deleted, Timestamp, WordId, daysBack, limitOf } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { WordPublic } from "./words.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();

export const SlippingWords = z.object({
  words: z
    .array(
      z.object({
        word: WordPublic.describe("The word itself."),
        misses: count.meta({ description: "Wrong answers within these days." }),
        lastMissedAt: Timestamp.describe("When the last wrong answer was given."),
        lapses: count.meta({ description: "Wrong answers since the last reset, of all days." }),
        rightSince: count.meta({ description: "Right answers since then, below `leavesAfter`." }),
        confusedWith: z
          .array(
            z.object({
              wordId: WordId,
              word: z.string().describe("How it is spelled."),
              times: count.describe("How often it was taken for the word."),
            }),
          )
          .meta({
            description: "At most 3 words taken for it within these days, most often first.",
          }),
        recall: z
          .number()
          .min(0)
          .max(1)
          .meta({ description: "Probability that the learner recalls the word now." }),
      }),
    )
    .describe("The words, most missed first."),
  total: count.meta({ description: "Number of slipping words, with those beyond `limit`." }),
  leavesAfter: count.meta({
    description: "A word leaves the list after this many right answers in a row.",
  }),
});

export const listSlippingWords = endpoint({
  method: "GET",
  path: "/api/study/slipping",
  summary: "Words that the caller missed lately and has not firmed since, most missed first.",
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
  summary: "Take a word off the list of slipping words, until it is missed again.",
  ...learner,
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export const restoreSlippingWord = endpoint({
  method: "PUT",
  path: "/api/study/slipping/:wordId",
  summary: "Undo that a word was taken off the list of slipping words.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        restored: z.boolean().describe("Whether it had been taken off, and is not any more."),
      }),
    ),
  },
  errors: [],
});

export type SlippingWords = z.infer<typeof SlippingWords>;
