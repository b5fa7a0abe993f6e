import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { RecordDraft } from "./records.ts";
import { checkedByItself, list } from "./sizes.ts";
import { WordLearningState } from "./word-states.ts";

/** A time by the client's clock; with any offset from UTC. */
const ClientTime = z.iso.datetime({ offset: true });

/** An answer given earlier. */
export const StudyAnswer = RecordDraft.extend({
  /** Idempotency key, unique per learner without time limit. */
  clientRecordId: z.string().trim().min(1).max(128),
  answeredAt: ClientTime.meta({
    description: "When it was given, by the client's clock; see `sentAt`.",
  }),
});

export const StudyAnswerResult = z.object({
  index: z.number().int(),
  clientRecordId: z
    .string()
    .nullable()
    .meta({ description: "As sent; null if the entry has none that can be read." }),
  outcome: z.enum(["stored", "duplicate", "refused"]),
  code: z.string().optional().meta({ description: "Of a refused answer." }),
  message: z.string().optional(),
  nextReviewDate: Timestamp.nullable(),
  state: WordLearningState.nullable().meta({
    description: "The word's state after all answers of this request; null if refused.",
  }),
});

export const submitStudyAnswers = endpoint({
  method: "POST",
  path: "/api/study/answers",
  summary: "Submit up to 500 answers given earlier, with their times; applied before the reply.",
  access: "learner",
  stability: "beta",
  body: z.object({
    sentAt: ClientTime.meta({
      description:
        "The time of sending by the client's clock, by which wrong times of answers are corrected.",
    }),
    answers: list(checkedByItself(StudyAnswer), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }),
  }),
  replies: {
    200: enveloped(
      z.object({
        accepted: z.number().int(),
        duplicates: z.number().int(),
        failed: z.number().int(),
        items: z
          .array(StudyAnswerResult)
          .meta({ description: "One per answer, in the order sent." }),
      }),
    ),
  },
  errors: ["BATCH_TOO_LARGE"],
});

export type StudyAnswer = z.infer<typeof StudyAnswer>;
export type StudyAnswerResult = z.infer<typeof StudyAnswerResult>;
