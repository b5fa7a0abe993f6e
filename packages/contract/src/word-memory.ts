import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { WordLearningState } from "./word-states.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();
const share = z.number().min(0).max(1);
const Days = z.number().nonnegative();

const Planned = {
  intervalDays: Days.meta({ description: "From the last answer to the next review." }),
};

/** Why the next review is when it is: a closed set of codes, whose sentence the client writes. */
export const ReviewReason = z
  .discriminatedUnion("code", [
    z.object({ code: z.literal("not_studied"), params: z.object({}) }),
    z.object({ code: z.literal("marked_known"), params: z.object({ at: Timestamp }) }),
    z.object({ code: z.literal("set_by_hand"), params: z.object({ at: Timestamp }) }),
    z.object({
      code: z.literal("first_seen"),
      params: z.object({ isCorrect: z.boolean(), ...Planned }),
    }),
    z.object({
      code: z.literal("recalled_after"),
      params: z.object({ elapsedDays: Days, ...Planned }),
    }),
    z.object({
      code: z.literal("slipped_after"),
      params: z.object({ elapsedDays: Days, ...Planned }),
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
  wordId: z.string(),
  state: WordLearningState.nullable(),
  recall: share.nullable().meta({
    description: "Probability that the learner recalls the word now; null if not studied.",
  }),
  stabilityDays: Days.nullable().meta({
    description: "Pause after which the long-term memory is recalled with probability 0.9.",
  }),
  difficulty: z.number().min(1).max(10).nullable(),
  nextReviewAt: Timestamp.nullable(),
  intervalDays: Days.nullable(),
  lastAnsweredAt: Timestamp.nullable(),
  elapsedDaysBefore: Days.nullable().meta({
    description: "Between the last answer and the one before it; null with fewer than two.",
  }),
  lapses: count.meta({ description: "Answers that were wrong, since the last reset." }),
  leech: z.boolean().meta({ description: "Whether there are 8 lapses or more." }),
  leechMarks: count.meta({
    description: "How often the word was marked as a leech: at 8 lapses, then at every fourth.",
  }),
  reason: ReviewReason,
  curve: z.array(z.object({ at: Timestamp, recall: share })).meta({
    description:
      "What the engine believes of the recall over time, in ascending order, at most 200 points: " +
      "from the first answer (with more than 50, from the fiftieth-last) to 30 days from now. " +
      "Each answer has two points of the same time, just before and just after it. Past " +
      "strengths are not stored: they are replayed from the word's answers with the learner's " +
      "present parameters; since the last answer the stored memory counts.",
  }),
  answers: z
    .array(
      z.object({
        at: Timestamp,
        isCorrect: z.boolean(),
        responseTimeMs: z.number(),
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
