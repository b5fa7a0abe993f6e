import { z } from "zod";
import { Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { WordLearningState } from "../progress/word-states.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();
const share = z.number().min(0).max(1);
const Days = z.number().nonnegative();

const Planned = {
  intervalDays: Days.meta({ description: "Days from the last answer to the next review." }),
};

const code = <const C extends string>(name: C) =>
  z.literal(name).describe("Code of the reason, for programs.");

/**
 * Why the next review is due when it is. The set of codes is closed, and the client writes the
 * sentences.
 */
export const ReviewReason = z
  .discriminatedUnion("code", [
    z.object({
      code: code("not_studied"),
      params: z.object({}).describe("Always empty: the word was never answered, or was reset."),
    }),
    z.object({
      code: code("marked_known"),
      params: z
        .object({ at: Timestamp.describe("When the learner marked the word.") })
        .describe("When the learner marked the word."),
    }),
    z.object({
      code: code("set_by_hand"),
      params: z
        .object({ at: Timestamp.describe("When the learner set the state.") })
        .describe("When the learner set the state."),
    }),
    z.object({
      code: code("first_seen"),
      params: z
        .object({ isCorrect: z.boolean().describe("Whether that answer was right."), ...Planned })
        .describe("Values for the sentence of this reason."),
    }),
    z.object({
      code: code("recalled_after"),
      params: z
        .object({
          elapsedDays: Days.describe("Days between the last two answers, with fractions."),
          ...Planned,
        })
        .describe("Values for the sentence of this reason."),
    }),
    z.object({
      code: code("slipped_after"),
      params: z
        .object({
          elapsedDays: Days.describe("Days between the last two answers, with fractions."),
          ...Planned,
        })
        .describe("Values for the sentence of this reason."),
    }),
  ])
  .meta({
    description:
      "`not_studied`: never answered, or reset. `marked_known`: by the learner; no review is " +
      "scheduled. `set_by_hand`: the learner set a state, without an answer. `first_seen`: " +
      "answered once. `recalled_after`, `slipped_after`: the last answer, and the days since " +
      "the one before it.",
  });

export const WordMemoryReport = z.object({
  wordId: WordId,
  state: WordLearningState.nullable().describe("The stored state; null if the word has none."),
  recall: share.nullable().meta({
    description: "Probability that the learner recalls the word now; null if not studied.",
  }),
  stabilityDays: Days.nullable().meta({
    description: "Days after which recall of the long-term memory falls to a probability of 0.9.",
  }),
  difficulty: z
    .number()
    .min(1)
    .max(10)
    .nullable()
    .describe("How hard the word is for this learner, 1 (easy) to 10; null if not studied."),
  nextReviewAt: Timestamp.nullable().describe(
    "When the next review is due; null if none is scheduled.",
  ),
  intervalDays: Days.nullable().describe(
    "Days from the last answer to the next review; null if none is scheduled.",
  ),
  lastAnsweredAt: Timestamp.nullable().describe("When the word was last answered; null if never."),
  elapsedDaysBefore: Days.nullable().meta({
    description: "Days between the last two answers; null if there are fewer than two.",
  }),
  lapses: count.meta({ description: "Number of wrong answers since the last reset." }),
  leech: z.boolean().meta({ description: "Whether the word has 8 lapses or more." }),
  leechMarks: count.meta({
    description:
      "Number of times the word was marked as a leech: at 8 lapses, then at every fourth.",
  }),
  reason: ReviewReason.describe("Why the next review is due when it is."),
  curve: z
    .array(
      z.object({
        at: Timestamp.describe("Time of the point, past or future."),
        recall: share.describe("Probability that the learner knows the word at that time, 0 to 1."),
      }),
    )
    .meta({
      description:
        "The engine's estimate of recall over time, in ascending order, at most 200 points: " +
        "from the first answer (with more than 50, from the fiftieth-last) to 30 days from " +
        "now. Each answer has two points at the same time, just before and just after it. " +
        "Past strengths are not stored: they are replayed from the word's answers with the " +
        "learner's current parameters; from the last answer on, the stored memory is used.",
    }),
  answers: z
    .array(
      z.object({
        at: Timestamp.describe("When the answer was given."),
        isCorrect: z.boolean().describe("Whether the answer was right."),
        responseTimeMs: z.number().describe("Time from question to answer, milliseconds."),
        recallBefore: share.nullable().meta({
          description: "Null for the first answer and for answers before a reset.",
        }),
      }),
    )
    .meta({ description: "The latest 100 answers, in ascending order." }),
});

export const explainWordMemory = endpoint({
  method: "GET",
  path: "/api/study/words/:wordId/why",
  summary:
    "The engine's estimate of the caller's memory of a word, and the reason for its review date.",
  ...learner,
  replies: { 200: enveloped(WordMemoryReport) },
  errors: ["NOT_FOUND"],
});

export type ReviewReason = z.infer<typeof ReviewReason>;
export type WordMemoryReport = z.infer<typeof WordMemoryReport>;
