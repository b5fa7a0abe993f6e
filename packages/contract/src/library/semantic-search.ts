import { z } from "zod";
import { limitOf, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { WordPublic } from "./words.ts";

/**
 * `degraded` is true if the results are related and containing words instead of a search by
 * meaning.
 */
export const SemanticResults = z.object({
  query: z.string().describe("The search text, trimmed."),
  results: z.array(WordPublic).describe("The words found, nearest first."),
  total: z.number().int().describe("Number of words found, at most `limit`."),
  method: z
    .enum(["semantic", "keyword"])
    .describe("semantic: by meaning; keyword: by related and containing words."),
  degraded: z.boolean().describe("Whether the search by meaning was unavailable."),
});

export const searchByMeaning = endpoint({
  method: "GET",
  path: "/api/content/semantic/search",
  summary: "Words with a meaning similar to a text, nearest first.",
  access: "learner_or_admin",
  stability: "beta",
  query: z.object({
    query: trimmed(1, 200).describe("Text to search for, 1 to 200 characters after trimming."),
    limit: limitOf(50, 10),
  }),
  replies: { 200: enveloped(SemanticResults) },
  errors: [],
});

export type SemanticResults = z.infer<typeof SemanticResults>;
