import { z } from "zod";
import { Strategy } from "../adaptation/amas.ts";
import { clampedInteger, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { KIT_WORDS_MAX } from "../core/limits.ts";
import { list } from "../core/sizes.ts";
import { Morpheme } from "../library/content.ts";
import { WordPublic } from "../library/words.ts";
import { WordLearningState } from "../progress/word-states.ts";

/** Four answers, one of them right. Null in its place if there are too few words for four. */
export const KitOptions = z.object({
  options: z.array(z.string()).length(4).describe("The options, all different: meanings or words."),
  wordIds: z
    .array(z.string().nullable())
    .length(4)
    .meta({ description: "The word of each option, for `confusedWith`; null if unknown." }),
  correctIndex: z.number().int().min(0).max(3).describe("Index of the right option, 0 to 3."),
});

/** Why a word is in the kit: its review is due, it is new, or its review falls due later. */
export const KitKind = z
  .enum(["due", "new", "ahead"])
  .describe(
    "due: its review is due; new: it was never answered; ahead: its review falls due later.",
  );

/** What a card can show about a word. It comes from stored data and rules, never from a model. */
export const KitContent = z.object({
  morphemes: z.array(Morpheme).describe("The parts of the word; empty if unknown."),
  etymology: z
    .string()
    .nullable()
    .describe("Where the word comes from, in English; null if unknown."),
  confusables: z
    .array(
      z.object({
        wordId: WordId,
        word: z.string().describe("Spelling of the word."),
        meaning: z.string().describe("Meaning of the word."),
        timesConfused: z.number().int().meta({
          description:
            "Number of times this learner mistook it for the word; 0 if it is only similar.",
        }),
        soundsApart: z
          .literal(true)
          .optional()
          .meta({
            description:
              "Beta. True if the two words are known, by reading or pronunciation, to sound " +
              "different, so that a learner can tell them apart by ear; absent if not.",
          }),
      }),
    )
    .max(5)
    .meta({ description: "At most 5 words; those this learner confused most often come first." }),
  lookalikes: z.array(z.string()).meta({
    description:
      "Other words that differ from it by an accent, by one letter or by two swapped letters: " +
      "typed for it, they are no slip. For words of fewer than 6 letters only those that differ " +
      "by an accent.",
  }),
  contexts: z
    .array(
      z.object({
        sentence: z.string().describe("The sentence itself."),
        source: z
          .enum(["example", "generated"])
          .describe("example: from the library; generated: written earlier by a language model."),
      }),
    )
    .max(3)
    .describe("Sentences with the word, at most 3."),
});

export const OptionsByMode = z
  .object({
    "word-to-meaning": KitOptions.nullable().describe(
      "Options when the word is shown; null if there are too few words.",
    ),
    "meaning-to-word": KitOptions.nullable().describe(
      "Options when the meaning is shown; null if there are too few words.",
    ),
  })
  .describe("Answers to choose from, by the part of the word that is shown.");

/** A sound that a client may fetch ahead. */
export const KitSound = z.object({
  path: z.string().describe("Path of the sound: `/api/media/…` or `/api/speech?…`."),
  language: z
    .string()
    .nullable()
    .describe("Language whose accent a client may add as `region`; null if it has none to add."),
});

export const KitWord = z.object({
  word: WordPublic.describe("The word itself."),
  state: WordLearningState.nullable().meta({
    description: "The word's state; null if it has none.",
  }),
  waiting: z.boolean().meta({
    description:
      "Whether an accepted answer about the word is not yet applied, so that `state` will " +
      "change.",
  }),
  kind: KitKind.describe("Why it is in the kit."),
  recall: z.number().min(0).max(1).nullable().meta({
    description: "Probability of recalling the word at `generatedAt`; null for a new word.",
  }),
  lapses: z.number().int().meta({ description: "Number of wrong answers since the last reset." }),
  options: OptionsByMode,
  otherOptions: OptionsByMode.describe(
    "The same with other wrong options, for asking the word again; null with too few words.",
  ),
  content: KitContent.describe("What a card can show, from stored data and rules."),
  note: z
    .object({
      id: z.string().describe("Id of the note, a UUID."),
      content: z.string().describe("Text of the note, 1 to 5000 characters."),
    })
    .nullable()
    .meta({ description: "The caller's latest note about the word; null if there is none." }),
  favorite: z.boolean().describe("Whether it is one of the caller's favorites."),
  sounds: z
    .array(KitSound)
    .max(3)
    .optional()
    .describe("Beta. Sounds to fetch ahead for studying offline; absent if there are none."),
});

/** Everything a client needs to study for a while without a connection. */
export const StudyKit = z.object({
  generatedAt: Timestamp.describe("When the kit was generated."),
  minutes: z.number().int().describe("Minutes of study the kit was made for."),
  strategy: Strategy.describe("The strategy that selected the words."),
  words: z
    .array(KitWord)
    .max(KIT_WORDS_MAX)
    .meta({ description: "The words, in the order in which the service would hand them out." }),
  plan: z
    .object({
      due: z.number().int().describe("Number of words due for review."),
      new: z.number().int().describe("Number of words never answered."),
      expectedMinutes: z
        .number()
        .meta({ description: "Time these words take at the learner's usual pace, minutes." }),
      reviewedToday: z
        .number()
        .int()
        .meta({
          description:
            "Number of words answered today that were also answered on an earlier day, each " +
            "counted once.",
        }),
      dayEndsAt: Timestamp.describe("When the learner's day that contains `generatedAt` ends."),
    })
    .describe("What the kit contains."),
});

export const readStudyKit = endpoint({
  method: "GET",
  path: "/api/study/kit",
  summary:
    "Everything needed to study without a connection: words, states, options, content. With " +
    "If-None-Match, the reply is 304 for up to an hour while only the time has changed.",
  access: "learner",
  stability: "beta",
  query: z.object({
    minutes: clampedInteger(5, 120, 60).describe(
      "Minutes of study the kit should last, 5 to 120; default 60. A kit has at most 200 " +
        "words.",
    ),
    extraNewWords: clampedInteger(0, 50, 0).describe(
      "New words beyond the rest of the day's, for a learner who goes on, 0 to 50; default 0.",
    ),
  }),
  replies: { 200: enveloped(StudyKit), 304: stream("application/json") },
  errors: [],
});

/** Words of one practice. */
const PRACTICE_WORDS_MAX = 100;

export const readKitWords = endpoint({
  method: "POST",
  path: "/api/study/kit/words",
  summary:
    "The entries that the study kit would have for these words, in the order requested: for " +
    "practicing chosen words. Unknown ids are left out.",
  access: "learner",
  stability: "beta",
  body: z.object({
    ids: list(z.string(), { min: 1, max: PRACTICE_WORDS_MAX }).describe("Ids of words, 1 to 100."),
  }),
  replies: { 200: enveloped(z.array(KitWord)) },
  errors: ["BATCH_TOO_LARGE"],
});

export type StudyKit = z.infer<typeof StudyKit>;
export type KitWord = z.infer<typeof KitWord>;
export type KitSound = z.infer<typeof KitSound>;
export type KitKind = z.infer<typeof KitKind>;
export type KitOptions = z.infer<typeof KitOptions>;
export type KitContent = z.infer<typeof KitContent>;
