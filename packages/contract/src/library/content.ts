import { z } from "zod";
import { trimmed, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";

const reader = { access: "learner_or_admin", stability: "beta" } as const;

/** One part of a word; `type` is usually prefix, root or suffix. */
export const Morpheme = z.object({
  text: z.string().describe("Spelling of the part, at most 64 characters."),
  type: z.string().describe("Usually prefix, root or suffix; at most 32 characters."),
  meaning: z.string().describe("Meaning of the part, at most 500 characters; may be empty."),
});

/**
 * `generated` is true if a language model wrote it (`llm`); otherwise it is derived from the
 * morphemes.
 */
export const Etymology = z.object({
  wordId: WordId,
  word: z.string().describe("Spelling of the word."),
  etymology: z.string().describe("Where the word comes from, in English."),
  roots: z.array(z.string()).describe("Spelling of its roots; may be empty."),
  generated: z.boolean().describe("Whether a language model wrote it."),
  source: z
    .enum(["llm", "rule_based_fallback"])
    .describe(
      "llm: written by a language model; rule_based_fallback: assembled from the morphemes.",
    ),
});

export const WordContexts = z.object({
  wordId: WordId,
  word: z.string().describe("Spelling of the word."),
  examples: z.array(z.string()).describe("Example sentences from the library."),
  contexts: z
    .array(
      z.object({
        id: z
          .string()
          .describe("`<word id>:e1` and so on; generated sentences have `g` instead of `e`."),
        sentence: z.string().describe("The sentence itself."),
        source: z
          .enum(["example", "generated"])
          .describe("example: from the library; generated: by a language model."),
      }),
    )
    .describe("Sentences with the word: the library's examples, then generated ones."),
});

export const WordMorphemes = z.object({
  wordId: WordId,
  morphemes: z.array(Morpheme).describe("The parts in order; empty if unknown."),
});

export const readEtymology = endpoint({
  method: "GET",
  path: "/api/content/etymology/:wordId",
  summary: "Etymology of a word.",
  ...reader,
  replies: { 200: enveloped(Etymology) },
  errors: ["NOT_FOUND"],
});

export const readWordContexts = endpoint({
  method: "GET",
  path: "/api/content/word-contexts/:wordId",
  summary: "Example sentences with a word.",
  ...reader,
  replies: { 200: enveloped(WordContexts) },
  errors: ["NOT_FOUND"],
});

export const readMorphemes = endpoint({
  method: "GET",
  path: "/api/content/morphemes/:wordId",
  summary:
    "Morphemes of a word: those stored by an administrator or, without any, those found by rule.",
  ...reader,
  replies: { 200: enveloped(WordMorphemes) },
  errors: ["NOT_FOUND"],
});

export const writeMorphemes = endpoint({
  method: "POST",
  path: "/api/content/morphemes/:wordId",
  summary: "Replace the morphemes of a word, at most 20; an empty list is allowed.",
  access: "admin",
  stability: "beta",
  body: z.object({
    morphemes: list(
      z.object({
        text: trimmed(1, 64).describe("Spelling of the part, 1 to 64 characters."),
        type: trimmed(1, 32).describe(
          "prefix, root, suffix or another text of 1 to 32 characters.",
        ),
        meaning: trimmed(0, 500).describe("Meaning of the part, at most 500 characters."),
      }),
      { max: 20 },
    ).describe("The parts in order, at most 20."),
  }),
  replies: { 200: enveloped(WordMorphemes) },
  errors: ["BATCH_TOO_LARGE", "NOT_FOUND"],
});

export type Morpheme = z.infer<typeof Morpheme>;
export type Etymology = z.infer<typeof Etymology>;
export type WordContexts = z.infer<typeof WordContexts>;
export type WordMorphemes = z.infer<typeof WordMorphemes>;
