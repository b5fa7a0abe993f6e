import { z } from "zod";
import { clampedInteger } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

export const ConfusionPairs = z.object({
  wordId: z.string(),
  confusionPairs: z.array(
    z.object({
      wordId: z.string(),
      word: z.string(),
      meaning: z.string(),
      similarity: z.number().min(0).max(1),
    }),
  ),
});

export const listConfusionPairs = endpoint({
  method: "GET",
  path: "/api/content/confusion-pairs/:wordId",
  summary: "Words easily confused with this one, most similar first.",
  access: "learner_or_admin",
  stability: "beta",
  query: z.object({ limit: clampedInteger(1, 100, 20) }),
  replies: { 200: enveloped(ConfusionPairs) },
  errors: ["NOT_FOUND"],
});

export type ConfusionPairs = z.infer<typeof ConfusionPairs>;
