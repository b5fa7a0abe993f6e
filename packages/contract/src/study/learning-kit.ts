import { z } from "zod";
import { Strategy } from "../adaptation/amas.ts";
import { clampedInteger, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { Morpheme } from "../library/content.ts";
import { WordPublic } from "../library/words.ts";
import { WordLearningState } from "../progress/word-states.ts";

/** Four answers of which one is right; null in place of it if there are too few words for four. */
export const KitOptions = z.object({
  options: z
    .array(z.string())
    .length(4)
    .describe("What to choose from, all different: meanings or words."),
  wordIds: z
    .array(z.string().nullable())
    .length(4)
    .meta({ description: "The word of each option, for `confusedWith`; null if it is unknown." }),
  correctIndex: z
    .number()
    .int()
    .min(0)
    .max(3)
    .describe("Place of the right one among the options, 0 to 3."),
});

/** Why a word is in the kit: its review is due, it is new, or it falls due later. */
export const KitKind = z
  .enum(["due", "new", "ahead"])
  .describe("due: its review is due; new: never answered; ahead: its review falls due later.");

/** What a card can show about a word; from what is stored and from rules, never from a model. */
export const KitContent = z.object({
  morphemes: z.array(Morpheme).describe("The parts of the word; empty if none are known."),
  etymology: z
    .string()
    .nullable()
    .describe("Where the word comes from, in English; null: not known."),
  confusables: z
    .array(
      z.object({
        wordId: WordId,
        word: z.string().describe("How it is spelled."),
        meaning: z.string().describe("What it means."),
        timesConfused: z
          .number()
          .int()
          .meta({ description: "How often this learner took it for the word; 0: only similar." }),
      }),
    )
    .max(5)
    .meta({ description: "At most 5; those this learner confused most often come first." }),
  contexts: z
    .array(
      z.object({
        sentence: z.string().describe("The sentence itself."),
        source: z
          .enum(["example", "generated"])
          .describe("example: from the library; generated: by a language model, earlier."),
      }),
    )
    .max(3)
    .describe("Sentences with the word, at most 3."),
});

export const KitWord = z.object({
  word: WordPublic.describe("The word itself."),
  state: WordLearningState.nullable().meta({ description: "Null for a word without a state." }),
  waiting: z.boolean().meta({
    description: "An accepted answer about the word is still to be applied: `state` will change.",
  }),
  kind: KitKind.describe("Why it is in the kit."),
  recall: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: "Chance to recall the word at `generatedAt`; null for a new word." }),
  lapses: z.number().int().meta({ description: "Answers that were wrong, since the last reset." }),
  options: z
    .object({
      "word-to-meaning": KitOptions.nullable().describe(
        "The word is shown; null if there are too few words.",
      ),
      "meaning-to-word": KitOptions.nullable().describe(
        "The meaning is shown; null if there are too few words.",
      ),
    })
    .describe("Answers to choose from, by the part of the word that is shown."),
  content: KitContent.describe("What a card can show, from what is stored and from rules."),
  note: z
    .object({
      id: z.string().describe("Id of the note, a UUID."),
      content: z.string().describe("The text, 1 to 5000 characters."),
    })
    .nullable()
    .meta({ description: "The caller's latest note about the word." }),
  favorite: z.boolean().describe("Whether it is one of the caller's favourites."),
});

/** What is needed to study for a while without a connection. */
export const StudyKit = z.object({
  generatedAt: Timestamp.describe("When the kit was made."),
  minutes: z.number().int().describe("For how many minutes of study it was made."),
  strategy: Strategy.describe("What it was made by."),
  words: z
    .array(KitWord)
    .max(200)
    .meta({ description: "In the order in which the service would hand them out." }),
  plan: z
    .object({
      due: z.number().int().describe("Words whose review is due."),
      new: z.number().int().describe("Words that were never answered."),
      expectedMinutes: z
        .number()
        .meta({ description: "Time for these words at the learner's usual pace." }),
      reviewedToday: z.number().int().meta({
        description: "Words answered today that were answered on an earlier day, each once.",
      }),
      dayEndsAt: Timestamp.describe("When the learner's day of `generatedAt` ends."),
    })
    .describe("What is in the kit."),
});

export const readStudyKit = endpoint({
  method: "GET",
  path: "/api/study/kit",
  summary:
    "Everything for studying without a connection: words, states, options, content. " +
    "With If-None-Match, 304 while nothing has changed but the time, for up to an hour.",
  access: "learner",
  stability: "beta",
  query: z.object({
    minutes: clampedInteger(5, 120, 60).describe(
      "How long the kit should last, minutes, 5 to 120; default 60. At most 200 words.",
    ),
  }),
  replies: { 200: enveloped(StudyKit), 304: stream("application/json") },
  errors: [],
});

export type StudyKit = z.infer<typeof StudyKit>;
export type KitWord = z.infer<typeof KitWord>;
export type KitKind = z.infer<typeof KitKind>;
export type KitOptions = z.infer<typeof KitOptions>;
export type KitContent = z.infer<typeof KitContent>;
