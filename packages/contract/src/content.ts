import { z } from "zod";
import { trimmed } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { list } from "./sizes.ts";

const reader = { access: "learner_or_admin", stability: "beta" } as const;

/** One part of a word; `type` is usually prefix, root or suffix. */
export const Morpheme = z.object({ text: z.string(), type: z.string(), meaning: z.string() });

/** `generated` is true if a model wrote it (`llm`); otherwise it is derived from the morphemes. */
export const Etymology = z.object({
  wordId: z.string(),
  word: z.string(),
  etymology: z.string(),
  roots: z.array(z.string()),
  generated: z.boolean(),
  source: z.enum(["llm", "rule_based_fallback"]),
});

export const WordContexts = z.object({
  wordId: z.string(),
  word: z.string(),
  examples: z.array(z.string()),
  contexts: z.array(
    z.object({ id: z.string(), sentence: z.string(), source: z.enum(["example", "generated"]) }),
  ),
});

export const WordMorphemes = z.object({ wordId: z.string(), morphemes: z.array(Morpheme) });

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
      z.object({ text: trimmed(1, 64), type: trimmed(1, 32), meaning: trimmed(0, 500) }),
      { max: 20 },
    ),
  }),
  replies: { 200: enveloped(WordMorphemes) },
  errors: ["BATCH_TOO_LARGE", "NOT_FOUND"],
});

export type Morpheme = z.infer<typeof Morpheme>;
export type Etymology = z.infer<typeof Etymology>;
export type WordContexts = z.infer<typeof WordContexts>;
export type WordMorphemes = z.infer<typeof WordMorphemes>;
