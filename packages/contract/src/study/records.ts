import { z } from "zod";
import { ProcessResult } from "../adaptation/amas.ts";
import {
  CalendarDay,
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
import { SEARCHED_PARTS } from "../library/words.ts";
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

/** Tag of a record for filtering statistics; the engine does not use it. */
export const RecordType = z
  .enum(["learning", "review", "all"])
  .describe("A tag for statistics; it does not affect the engine. all: no tag was given.");

export const QuestionMode = z
  .enum(["word-to-meaning", "meaning-to-word", "audio-to-meaning", "meaning-to-spelling"])
  .describe("What was shown, and what the learner had to give.");

/** Longer response times are capped. */
const RESPONSE_TIME_MAX_MS = 3_600_000;

export const RecordDraft = z.object({
  wordId: WordId,
  isCorrect,
  responseTimeMs: measurement(RESPONSE_TIME_MAX_MS).describe(
    "Time from question to answer, milliseconds, 0 or more; values above 3,600,000 are capped.",
  ),
  clientRecordId: z
    .string()
    .trim()
    .max(128)
    .nullish()
    .describe(
      "Id chosen by the client, at most 128 characters, unique per learner forever: repeated " +
        "answers count once. Empty: no id.",
    ),
  sessionId: z
    .string()
    .max(128)
    .nullish()
    .describe(
      "Id of the learning session, at most 128 characters; only the caller's own active " +
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
    .describe("How well the learner claims to have known it: 0 again, 1 hard, 2 good, 3 easy."),
  questionMode: QuestionMode.nullish().describe(
    "What was shown and what the learner had to give; default: word-to-meaning.",
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
  sessionId: z
    .string()
    .nullable()
    .describe("Id of the learning session, as sent; null if none was sent."),
  createdAt: Timestamp.describe("When the answer was accepted."),
  recordType: RecordType.describe("The tag as sent; all if none was sent."),
  selfRating: z
    .number()
    .int()
    .optional()
    .describe(
      "How well the learner claimed to have known it: 0 again, 1 hard, 2 good, 3 easy; absent " +
        "if not sent.",
    ),
  questionMode: QuestionMode.optional().describe(
    "What was shown and what the learner had to give; absent if not sent.",
  ),
  source: z
    .literal("import")
    .optional()
    .describe("import: the answer came with a deck; absent for answers given here."),
});

export const StoredAnswer = z.object({
  record: LearningRecord.describe("The answer as stored."),
  amasResult: ProcessResult.nullable().describe(
    "The engine's result for the answer; null for a repeat.",
  ),
  duplicate: z
    .boolean()
    .describe(
      "Whether an answer with this `clientRecordId` was already stored; if so, nothing " +
        "changed.",
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
        "Entries per page, 1 to 100; default 20. If it or `offset` is given, `page` and " +
          "`perPage` are ignored.",
      ),
    offset: Offset.optional().describe(
      "Entries to skip, 0 or more; default 0. If it or `limit` is given, `page` and `perPage` " +
        "are ignored.",
    ),
    sessionId: z
      .string()
      .max(128)
      .optional()
      .describe("Only answers sent with this session; default: all."),
    search: z
      .string()
      .max(100)
      .optional()
      .describe(
        `Beta. Only answers about words of which this is part of ${SEARCHED_PARTS}; default: all.`,
      ),
    correct: z
      .enum(["true", "false"])
      .transform((text) => text === "true")
      .optional()
      .describe("Beta. Only right or only wrong answers; default: all."),
    startDate: CalendarDay.optional().describe(
      "Beta. Only answers of this day of the learner's calendar or later, yyyy-MM-dd.",
    ),
    endDate: CalendarDay.optional().describe(
      "Beta. Only answers of this day or earlier, yyyy-MM-dd.",
    ),
  }),
  faults: { startDate: "LEARNING_INVALID_DATE", endDate: "LEARNING_INVALID_DATE" },
  replies: { 200: enveloped(paged(LearningRecord)) },
  errors: ["LEARNING_INVALID_DATE", "LEARNING_INVALID_DATE_RANGE"],
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
          .describe("Always true: the answer is stored durably and is applied within seconds."),
        async: z
          .literal(true)
          .describe("Always true: the event `record_applied` reports when the answer was applied."),
        clientRecordId: z
          .string()
          .describe("The id as sent, or one generated by the service; events refer to it."),
      }),
    ),
    201: enveloped(StoredAnswer),
    200: enveloped(StoredAnswer),
  },
  errors: ["NOT_FOUND"],
});

/** Entries are checked separately, so an invalid one does not affect the others. */
const BatchReply = z.object({
  count: z.number().int().describe("Number of answers stored now or before."),
  failed: z.number().int().describe("Number of answers refused, see `errors`."),
  partial: z.boolean().describe("Whether any answer was refused."),
  items: z.array(StoredAnswer).describe("The answers that were not refused, in the order sent."),
  errors: z
    .array(
      z.object({
        index: z.number().int().describe("Index in the request, from 0."),
        code: z
          .string()
          .describe("NOT_FOUND: no such word; INVALID_REQUEST_BODY: the entry is not valid."),
        message: z.string().describe("Reason for the refusal, in English, for people."),
      }),
    )
    .describe("One entry per refused answer."),
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

/** A time by the client's clock, with any offset from UTC. */
const ClientTime = z.iso.datetime({ offset: true });

/** An answer given earlier. */
export const StudyAnswer = RecordDraft.extend({
  clientRecordId: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .describe(
      "Id chosen by the client, 1 to 128 characters, unique per learner forever: repeated " +
        "answers count once.",
    ),
  answeredAt: ClientTime.meta({
    description:
      "When the answer was given, by the client's clock; see `sentAt`. An answer older than " +
      "30 days counts as given 30 days ago, and one from more than 7 days before the account " +
      "was created as given 7 days before it.",
  }),
});

export const StudyAnswerResult = z.object({
  index: z.number().int().describe("Index in the request, from 0."),
  clientRecordId: z
    .string()
    .nullable()
    .meta({ description: "The id as sent; null if it could not be read." }),
  outcome: z
    .enum(["stored", "duplicate", "refused"])
    .describe(
      "stored: new, and applied; duplicate: already known, nothing changed; refused: see " +
        "`code`.",
    ),
  code: z
    .string()
    .optional()
    .meta({ description: "Error code of a refused answer; absent otherwise." }),
  message: z
    .string()
    .optional()
    .describe("Reason for the refusal, in English, for people; absent otherwise."),
  nextReviewDate: Timestamp.nullable().describe(
    "When the word's next review is due; null if none is scheduled or the answer was refused.",
  ),
  state: WordLearningState.nullable().meta({
    description:
      "The word's state after all answers of this request; null if the answer was refused.",
  }),
});

export const submitStudyAnswers = endpoint({
  method: "POST",
  path: "/api/study/answers",
  summary:
    "Submit up to 500 answers given earlier, with their times; they are applied before the " +
    "reply.",
  access: "learner",
  stability: "beta",
  body: z.object({
    sentAt: ClientTime.meta({
      description:
        "Time of sending by the client's clock, used to correct the times of the answers.",
    }),
    answers: list(checkedByItself(StudyAnswer), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "The answers in any order, at most 500; they are applied in the order of their times.",
    ),
  }),
  replies: {
    200: enveloped(
      z.object({
        accepted: z.number().int().describe("Number of answers that were new and are applied."),
        duplicates: z.number().int().describe("Number of answers that were already known."),
        failed: z.number().int().describe("Number of answers refused."),
        items: z
          .array(StudyAnswerResult)
          .meta({ description: "One entry per answer, in the order sent." }),
      }),
    ),
  },
  errors: ["BATCH_TOO_LARGE"],
});

export type StudyAnswer = z.infer<typeof StudyAnswer>;

export type StudyAnswerResult = z.infer<typeof StudyAnswerResult>;
