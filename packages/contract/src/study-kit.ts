import { z } from "zod";
import { Strategy } from "./amas.ts";
import { Timestamp, clampedInteger } from "./common.ts";
import { Morpheme } from "./content.ts";
import { endpoint, enveloped, stream } from "./endpoint.ts";
import { WordLearningState } from "./word-states.ts";
import { WordPublic } from "./words.ts";

/** Four answers of which one is right; null in place of it if there are too few words for four. */
export const KitOptions = z.object({
  options: z.array(z.string()).length(4),
  wordIds: z
    .array(z.string().nullable())
    .length(4)
    .meta({ description: "The word of each option, for `confusedWith`; null if it is unknown." }),
  correctIndex: z.number().int().min(0).max(3),
});

/** Why a word is in the kit: its review is due, it is new, or it falls due later. */
export const KitKind = z.enum(["due", "new", "ahead"]);

/** What a card can show about a word; from what is stored and from rules, never from a model. */
export const KitContent = z.object({
  morphemes: z.array(Morpheme),
  etymology: z.string().nullable(),
  confusables: z
    .array(
      z.object({
        wordId: z.string(),
        word: z.string(),
        meaning: z.string(),
        timesConfused: z
          .number()
          .int()
          .meta({ description: "How often this learner took it for the word; 0: only similar." }),
      }),
    )
    .max(5)
    .meta({ description: "At most 5; those this learner confused most often come first." }),
  contexts: z
    .array(z.object({ sentence: z.string(), source: z.enum(["example", "generated"]) }))
    .max(3),
});

export const KitWord = z.object({
  word: WordPublic,
  state: WordLearningState.nullable().meta({ description: "Null for a word without a state." }),
  waiting: z.boolean().meta({
    description: "An accepted answer about the word is still to be applied: `state` will change.",
  }),
  kind: KitKind,
  recall: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: "Chance to recall the word at `generatedAt`; null for a new word." }),
  options: z.object({
    "word-to-meaning": KitOptions.nullable(),
    "meaning-to-word": KitOptions.nullable(),
  }),
  content: KitContent,
  note: z
    .object({ id: z.string(), content: z.string() })
    .nullable()
    .meta({ description: "The caller's latest note about the word." }),
  favorite: z.boolean(),
});

/** What is needed to study for a while without a connection. */
export const StudyKit = z.object({
  generatedAt: Timestamp,
  minutes: z.number().int(),
  strategy: Strategy,
  words: z
    .array(KitWord)
    .max(200)
    .meta({ description: "In the order in which the service would hand them out." }),
  plan: z.object({
    due: z.number().int(),
    new: z.number().int(),
    expectedMinutes: z
      .number()
      .meta({ description: "Time for these words at the learner's usual pace." }),
  }),
});

export const readStudyKit = endpoint({
  method: "GET",
  path: "/api/study/kit",
  summary:
    "Everything for studying without a connection: words, states, options, content. " +
    "With If-None-Match, 304 while nothing has changed but the time, for up to an hour.",
  access: "learner",
  stability: "beta",
  query: z.object({ minutes: clampedInteger(5, 120, 60) }),
  replies: { 200: enveloped(StudyKit), 304: stream("application/json") },
  errors: [],
});

export type StudyKit = z.infer<typeof StudyKit>;
export type KitWord = z.infer<typeof KitWord>;
export type KitKind = z.infer<typeof KitKind>;
export type KitOptions = z.infer<typeof KitOptions>;
export type KitContent = z.infer<typeof KitContent>;
