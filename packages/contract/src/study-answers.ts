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
  clientRecordId: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .describe(
      "Chosen by the client, unique for the learner without time limit, 1 to 128 " +
        "characters: an answer that was sent before counts once.",
    ),
  answeredAt: ClientTime.meta({
    description:
      "When it was given, by the client's clock; see `sentAt`. At most 30 days ago: an older " +
      "answer counts as given then.",
  }),
});

export const StudyAnswerResult = z.object({
  index: z.number().int().describe("Place in the request, counted from 0."),
  clientRecordId: z
    .string()
    .nullable()
    .meta({ description: "As sent; null if the entry has none that can be read." }),
  outcome: z
    .enum(["stored", "duplicate", "refused"])
    .describe(
      "stored: new, and applied; duplicate: known before, nothing has changed; " +
        "refused: see `code`.",
    ),
  code: z.string().optional().meta({ description: "Of a refused answer." }),
  message: z
    .string()
    .optional()
    .describe("Why it was refused, in English, for people; absent otherwise."),
  nextReviewDate: Timestamp.nullable().describe(
    "When the word's next review is due; null: none is planned, or the answer was refused.",
  ),
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
    answers: list(checkedByItself(StudyAnswer), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "The answers in any order, at most 500; they are applied by their times.",
    ),
  }),
  replies: {
    200: enveloped(
      z.object({
        accepted: z.number().int().describe("Answers that were new and are applied."),
        duplicates: z.number().int().describe("Answers that were known before."),
        failed: z.number().int().describe("Answers that were refused."),
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
