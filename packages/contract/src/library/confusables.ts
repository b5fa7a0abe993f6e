import { z } from "zod";
import { limitOf, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

export const ConfusionPairs = z.object({
  wordId: WordId,
  confusionPairs: z
    .array(
      z.object({
        wordId: WordId,
        word: z.string().describe("Spelling of the word."),
        meaning: z.string().describe("Meaning of the word."),
        similarity: z
          .number()
          .min(0)
          .max(1)
          .describe("Similarity of spelling and meaning, 0 to 1; 1 means easily confused."),
      }),
    )
    .describe("The most similar words, most similar first."),
});

export const listConfusionPairs = endpoint({
  method: "GET",
  path: "/api/content/confusion-pairs/:wordId",
  summary: "Words easily confused with this one, most similar first.",
  access: "learner_or_admin",
  stability: "beta",
  query: z.object({ limit: limitOf(100, 20) }),
  replies: { 200: enveloped(ConfusionPairs) },
  errors: ["NOT_FOUND"],
});

export type ConfusionPairs = z.infer<typeof ConfusionPairs>;
