import { z } from "zod";
import { trimmed, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";

const reader = { access: "learner_or_admin", stability: "beta" } as const;

/** One part of a word; `type` is usually prefix, root or suffix. */
export const Morpheme = z.object({
  text: z.string().describe("The part as it is spelled, at most 64 characters."),
  type: z.string().describe("Usually prefix, root or suffix; at most 32 characters."),
  meaning: z.string().describe("What the part means, at most 500 characters; may be empty."),
});

/** `generated` is true if a model wrote it (`llm`); otherwise it is derived from the morphemes. */
export const Etymology = z.object({
  wordId: WordId,
  word: z.string().describe("How it is spelled."),
  etymology: z.string().describe("Where the word comes from, in English."),
  roots: z.array(z.string()).describe("Its roots as they are spelled; may be empty."),
  generated: z.boolean().describe("Whether a language model wrote it."),
  source: z
    .enum(["llm", "rule_based_fallback"])
    .describe("llm: a language model; rule_based_fallback: put together from the morphemes."),
});

export const WordContexts = z.object({
  wordId: WordId,
  word: z.string().describe("How it is spelled."),
  examples: z.array(z.string()).describe("The examples of the library."),
  contexts: z
    .array(
      z.object({
        id: z.string().describe("`<id of the word>:e1` and so on; generated ones with `g`."),
        sentence: z.string().describe("The sentence itself."),
        source: z
          .enum(["example", "generated"])
          .describe("example: from the library; generated: by a language model."),
      }),
    )
    .describe("Sentences with the word: the examples, then generated ones."),
});

export const WordMorphemes = z.object({
  wordId: WordId,
  morphemes: z.array(Morpheme).describe("The parts in their order; empty if none are known."),
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
  summary: "Morphemes of a word: those an administrator stored, else those found by rule.",
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
        text: trimmed(1, 64).describe("The part as it is spelled, 1 to 64 characters."),
        type: trimmed(1, 32).describe(
          "prefix, root or suffix, or another text of 1 to 32 characters.",
        ),
        meaning: trimmed(0, 500).describe("What the part means, at most 500 characters."),
      }),
      { max: 20 },
    ).describe("The parts in their order, at most 20."),
  }),
  replies: { 200: enveloped(WordMorphemes) },
  errors: ["BATCH_TOO_LARGE", "NOT_FOUND"],
});

export type Morpheme = z.infer<typeof Morpheme>;
export type Etymology = z.infer<typeof Etymology>;
export type WordContexts = z.infer<typeof WordContexts>;
export type WordMorphemes = z.infer<typeof WordMorphemes>;
