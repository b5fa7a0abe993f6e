import { z } from "zod";
import { ProcessResult } from "../adaptation/amas.ts";
import {
  LearnerId,
  measurement,
  Offset,
  paged,
  PageQuery,
  queryNumber,
  Timestamp,
  WordId,
} from "../core/common.ts";
import { bare, endpoint, enveloped } from "../core/endpoint.ts";
import { checkedByItself, list } from "../core/sizes.ts";
import { WordLearningState } from "../progress/word-states.ts";
import {
  confusedWith,
  dwellMs,
  focusLossMs,
  hintUsed,
  interactionDensity,
  isCorrect,
  isQuit,
  pauseCount,
  pausedMs,
  retryCount,
  switchCount,
} from "./answer-fields.ts";

const learner = { access: "learner" } as const;

/** Tag of a record for the filters of statistics; not used by the engine. */
export const RecordType = z
  .enum(["learning", "review", "all"])
  .describe("A tag for statistics; it does not affect the engine. all: none was given.");

export const QuestionMode = z
  .enum(["word-to-meaning", "meaning-to-word", "audio-to-meaning", "meaning-to-spelling"])
  .describe("What was shown, and what had to be given.");

/** Longer response times are capped. */
const RESPONSE_TIME_MAX_MS = 3_600_000;

export const RecordDraft = z.object({
  wordId: WordId,
  isCorrect,
  responseTimeMs: measurement(RESPONSE_TIME_MAX_MS).describe(
    "Time from question to answer, milliseconds, 0 or more; above 3,600,000 counts as that.",
  ),
  clientRecordId: z
    .string()
    .trim()
    .max(128)
    .nullish()
    .describe(
      "Chosen by the client, unique for the learner without time limit, at most " +
        "128 characters: one that was sent before counts once. Empty: none.",
    ),
  sessionId: z
    .string()
    .max(128)
    .nullish()
    .describe(
      "Id of the learning session, at most 128 characters; only one's own active " +
        "session is credited.",
    ),
  isQuit,
  dwellTimeMs: dwellMs,
  pauseCount,
  switchCount,
  retryCount,
  focusLossDurationMs: focusLossMs,
  pausedTimeMs: pausedMs,
  interactionDensity,
  hintUsed,
  confusedWith,
  recordType: RecordType.nullish().describe("A tag for statistics; default: all."),
  selfRating: z
    .number()
    .int()
    .min(0)
    .max(3)
    .nullish()
    .describe("How well the learner says to have known it: 0 again, 1 hard, 2 good, 3 easy."),
  questionMode: QuestionMode.nullish().describe(
    "What was shown and what had to be given; default: word-to-meaning.",
  ),
});

export const LearningRecord = z.object({
  id: z.string().describe("Id of the stored answer, a UUID."),
  userId: LearnerId,
  wordId: WordId,
  isCorrect: z.boolean().describe("Whether the answer was right."),
  responseTimeMs: z
    .number()
    .describe("Time from question to answer, milliseconds, 0 to 3,600,000."),
  sessionId: z.string().nullable().describe("Id of the learning session, as sent; null: none."),
  createdAt: Timestamp.describe("When the answer was accepted."),
  recordType: RecordType.describe("The tag that was sent; all: none."),
  selfRating: z
    .number()
    .int()
    .optional()
    .describe(
      "How well the learner said to have known it: 0 again, 1 hard, 2 good, 3 " +
        "easy; absent: not sent.",
    ),
  questionMode: QuestionMode.optional().describe(
    "What was shown and what had to be given; absent: not sent.",
  ),
});

export const StoredAnswer = z.object({
  record: LearningRecord.describe("The answer as it is stored."),
  amasResult: ProcessResult.nullable().describe("What the engine made of it; null for a repeat."),
  duplicate: z
    .boolean()
    .describe(
      "Whether an answer with this `clientRecordId` was there before; nothing has " +
        "changed then.",
    ),
});

export const listRecords = endpoint({
  method: "GET",
  path: "/api/records",
  summary: "The caller's answers, newest first.",
  ...learner,
  query: PageQuery.extend({
    limit: queryNumber()
      .optional()
      .describe(
        "Entries of a page, 1 to 100; default 20. With it or `offset`, `page` and " +
          "`perPage` do not count.",
      ),
    offset: Offset.optional().describe(
      "Entries to skip, 0 or more; default 0. With it or `limit`, `page` and " +
        "`perPage` do not count.",
    ),
    sessionId: z
      .string()
      .max(128)
      .optional()
      .describe("Only answers that were sent with this session; absent: all."),
  }),
  replies: { 200: enveloped(paged(LearningRecord)) },
  errors: [],
});

export const submitRecord = endpoint({
  method: "POST",
  path: "/api/records",
  summary: "Submit one answer.",
  ...learner,
  body: RecordDraft,
  replies: {
    202: bare(
      z.object({
        accepted: z
          .literal(true)
          .describe("Always true: the answer is stored for good, and is applied within seconds."),
        async: z.literal(true).describe("Always true: `record_applied` tells when it was applied."),
        clientRecordId: z.string().describe("As sent, or made by the service; events name it."),
      }),
    ),
    201: enveloped(StoredAnswer),
    200: enveloped(StoredAnswer),
  },
  errors: ["NOT_FOUND"],
});

/** Entries are checked separately, so that an invalid one does not affect the others. */
const BatchReply = z.object({
  count: z.number().int().describe("Answers stored or known before."),
  failed: z.number().int().describe("Answers refused, see `errors`."),
  partial: z.boolean().describe("Whether any was refused."),
  items: z.array(StoredAnswer).describe("The answers that were not refused, in the order sent."),
  errors: z
    .array(
      z.object({
        index: z.number().int().describe("Place in the request, counted from 0."),
        code: z
          .string()
          .describe("NOT_FOUND: no such word; INVALID_REQUEST_BODY: a fault of the entry."),
        message: z.string().describe("Why, in English, for people."),
      }),
    )
    .describe("One for each answer that was refused."),
});

export const submitRecordBatch = endpoint({
  method: "POST",
  path: "/api/records/batch",
  summary: "Submit up to 500 answers; always processed before the reply.",
  ...learner,
  body: z.object({
    records: list(checkedByItself(RecordDraft), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "The answers, oldest first.",
    ),
  }),
  replies: { 201: enveloped(BatchReply), 200: enveloped(BatchReply) },
  errors: ["BATCH_TOO_LARGE"],
});

export type RecordDraft = z.infer<typeof RecordDraft>;
export type LearningRecord = z.infer<typeof LearningRecord>;

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
