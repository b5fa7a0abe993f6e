import { z } from "zod";
import { Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { WordLearningState } from "../progress/word-states.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();
const share = z.number().min(0).max(1);
const Days = z.number().nonnegative();

const Planned = {
  intervalDays: Days.meta({ description: "From the last answer to the next review." }),
};

const code = <const C extends string>(name: C) =>
  z.literal(name).describe("Which reason it is, for programs.");

/** Why the next review is when it is: a closed set of codes, whose sentence the client writes. */
export const ReviewReason = z
  .discriminatedUnion("code", [
    z.object({
      code: code("not_studied"),
      params: z.object({}).describe("Nothing: it was never answered, or reset."),
    }),
    z.object({
      code: code("marked_known"),
      params: z
        .object({ at: Timestamp.describe("When the learner marked it.") })
        .describe("When that was."),
    }),
    z.object({
      code: code("set_by_hand"),
      params: z
        .object({ at: Timestamp.describe("When the learner set it.") })
        .describe("When that was."),
    }),
    z.object({
      code: code("first_seen"),
      params: z
        .object({ isCorrect: z.boolean().describe("Whether that answer was right."), ...Planned })
        .describe("What the sentence needs."),
    }),
    z.object({
      code: code("recalled_after"),
      params: z
        .object({
          elapsedDays: Days.describe("Days between the last two answers, with fractions."),
          ...Planned,
        })
        .describe("What the sentence needs."),
    }),
    z.object({
      code: code("slipped_after"),
      params: z
        .object({
          elapsedDays: Days.describe("Days between the last two answers, with fractions."),
          ...Planned,
        })
        .describe("What the sentence needs."),
    }),
  ])
  .meta({
    description:
      "`not_studied`: never answered, or reset. `marked_known`: by the learner; no review is " +
      "planned. `set_by_hand`: a state given by the learner, without an answer. `first_seen`: " +
      "answered once. `recalled_after`, `slipped_after`: the last answer, and days since the one " +
      "before it.",
  });

export const WordMemoryReport = z.object({
  wordId: WordId,
  state: WordLearningState.nullable().describe("The stored state; null for a word without one."),
  recall: share.nullable().meta({
    description: "Probability that the learner recalls the word now; null if not studied.",
  }),
  stabilityDays: Days.nullable().meta({
    description: "Pause after which the long-term memory is recalled with probability 0.9.",
  }),
  difficulty: z
    .number()
    .min(1)
    .max(10)
    .nullable()
    .describe("How hard the word is for this learner, 1 (easy) to 10; null if not studied."),
  nextReviewAt: Timestamp.nullable().describe(
    "When the next review is due; null: none is planned.",
  ),
  intervalDays: Days.nullable().describe(
    "Days from the last answer to the next review; null: none is planned.",
  ),
  lastAnsweredAt: Timestamp.nullable().describe("When the word was last answered; null: never."),
  elapsedDaysBefore: Days.nullable().meta({
    description: "Between the last answer and the one before it; null with fewer than two.",
  }),
  lapses: count.meta({ description: "Answers that were wrong, since the last reset." }),
  leech: z.boolean().meta({ description: "Whether there are 8 lapses or more." }),
  leechMarks: count.meta({
    description: "How often the word was marked as a leech: at 8 lapses, then at every fourth.",
  }),
  reason: ReviewReason.describe("Why the next review is when it is."),
  curve: z
    .array(
      z.object({
        at: Timestamp.describe("When this is, or was."),
        recall: share.describe("Chance that the learner knew or knows the word then, 0 to 1."),
      }),
    )
    .meta({
      description:
        "What the engine believes of the recall over time, ascending, at most 200 points: " +
        "from the first answer (with more than 50, from the fiftieth-last) to 30 days from now. " +
        "Each answer has two points of the same time, just before and just after it. Past " +
        "strengths are not stored: they are replayed from the word's answers with the learner's " +
        "present parameters; since the last answer the stored memory counts.",
    }),
  answers: z
    .array(
      z.object({
        at: Timestamp.describe("When it was given."),
        isCorrect: z.boolean().describe("Whether it was right."),
        responseTimeMs: z.number().describe("Time from question to answer, milliseconds."),
        recallBefore: share.nullable().meta({
          description: "Null for the first answer, and for answers before a reset.",
        }),
      }),
    )
    .meta({ description: "The latest 100, in ascending order." }),
});

export const explainWordMemory = endpoint({
  method: "GET",
  path: "/api/study/words/:wordId/why",
  summary: "What the engine believes of the caller's memory of a word, and why it is due when.",
  ...learner,
  replies: { 200: enveloped(WordMemoryReport) },
  errors: ["NOT_FOUND"],
});

export type ReviewReason = z.infer<typeof ReviewReason>;
export type WordMemoryReport = z.infer<typeof WordMemoryReport>;
