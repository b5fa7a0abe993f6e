import { z } from "zod";
import { Timestamp, limitOf } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { WordPublic } from "./words.ts";

const count = z.number().int();

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
        lapses: count.meta({ description: "Wrong answers since the last reset." }),
        leech: z.boolean().meta({ description: "Whether there are 8 lapses or more." }),
        recall: z
          .number()
          .min(0)
          .max(1)
          .meta({ description: "Probability that the learner recalls the word now." }),
        nextReviewAt: Timestamp.describe("When the next review is due, or was."),
      }),
    )
    .describe("The words, hardest first."),
  total: count.meta({ description: "Number of hard words, with those beyond `limit`." }),
});

export const listHardWords = endpoint({
  method: "GET",
  path: "/api/study/hard",
  summary:
    "Words that are hard for the caller: answered at least twice, with a difficulty of 9 or more " +
    "or at least 4 lapses. Hardest first: by difficulty to a tenth, then by lapses. Words marked " +
    "as known, reset or put aside are left out.",
  access: "learner",
  stability: "beta",
  query: z.object({ limit: limitOf(100, 50) }),
  replies: { 200: enveloped(HardWords) },
  errors: [],
});

export type HardWords = z.infer<typeof HardWords>;
