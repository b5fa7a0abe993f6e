import { z } from "zod";
import { clampedInteger, trimmed } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { WordPublic } from "./words.ts";

/** `degraded` is true if related and containing words replace the search by meaning. */
export const SemanticResults = z.object({
  query: z.string(),
  results: z.array(WordPublic),
  total: z.number().int(),
  method: z.enum(["semantic", "keyword"]),
  degraded: z.boolean(),
});

export const searchByMeaning = endpoint({
  method: "GET",
  path: "/api/content/semantic/search",
  summary: "Words with a meaning similar to a text, nearest first.",
  access: "learner_or_admin",
  stability: "beta",
  query: z.object({ query: trimmed(1, 200), limit: clampedInteger(1, 50, 10) }),
  replies: { 200: enveloped(SemanticResults) },
  errors: [],
});

export type SemanticResults = z.infer<typeof SemanticResults>;
