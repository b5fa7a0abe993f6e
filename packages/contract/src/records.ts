import { z } from "zod";
import { ProcessResult } from "./amas.ts";
import {
  DeviceCount,
  DeviceMs,
  Offset,
  PageQuery,
  Timestamp,
  measurement,
  paged,
  queryNumber,
} from "./common.ts";
import { bare, endpoint, enveloped } from "./endpoint.ts";
import { checkedByItself, list } from "./sizes.ts";

const learner = { access: "learner" } as const;

/** Tag of a record for the filters of statistics; not used by the engine. */
export const RecordType = z.enum(["learning", "review", "all"]);

export const QuestionMode = z.enum([
  "word-to-meaning",
  "meaning-to-word",
  "audio-to-meaning",
  "meaning-to-spelling",
]);

/** Longer response times are capped. */
const RESPONSE_TIME_MAX_MS = 3_600_000;

export const RecordDraft = z.object({
  wordId: z.string(),
  isCorrect: z.boolean(),
  responseTimeMs: measurement(RESPONSE_TIME_MAX_MS),
  /** Idempotency key, unique per learner without time limit; empty counts as absent. */
  clientRecordId: z.string().trim().max(128).nullish(),
  sessionId: z.string().max(128).nullish(),
  isQuit: z.boolean().nullish(),
  dwellTimeMs: DeviceMs,
  pauseCount: DeviceCount,
  switchCount: DeviceCount,
  retryCount: DeviceCount,
  focusLossDurationMs: DeviceMs,
  pausedTimeMs: DeviceMs,
  interactionDensity: z.number().nullish(),
  hintUsed: z.boolean().nullish(),
  confusedWith: z.string().max(64).nullish(),
  recordType: RecordType.nullish(),
  selfRating: z.number().int().min(0).max(3).nullish(),
  questionMode: QuestionMode.nullish(),
});

export const LearningRecord = z.object({
  id: z.string(),
  userId: z.string(),
  wordId: z.string(),
  isCorrect: z.boolean(),
  responseTimeMs: z.number(),
  sessionId: z.string().nullable(),
  createdAt: Timestamp,
  recordType: RecordType,
  selfRating: z.number().int().optional(),
  questionMode: QuestionMode.optional(),
});

export const StoredAnswer = z.object({
  record: LearningRecord,
  amasResult: ProcessResult.nullable(),
  duplicate: z.boolean(),
});

export const listRecords = endpoint({
  method: "GET",
  path: "/api/records",
  summary: "The caller's answers, newest first.",
  ...learner,
  query: PageQuery.extend({
    limit: queryNumber().optional(),
    offset: Offset.optional(),
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
        accepted: z.literal(true),
        async: z.literal(true),
        clientRecordId: z.string(),
      }),
    ),
    201: enveloped(StoredAnswer),
    200: enveloped(StoredAnswer),
  },
  errors: ["NOT_FOUND"],
});

/** Entries are checked separately, so that an invalid one does not affect the others. */
const BatchReply = z.object({
  count: z.number().int(),
  failed: z.number().int(),
  partial: z.boolean(),
  items: z.array(StoredAnswer),
  errors: z.array(z.object({ index: z.number().int(), code: z.string(), message: z.string() })),
});

export const submitRecordBatch = endpoint({
  method: "POST",
  path: "/api/records/batch",
  summary: "Submit up to 500 answers; always processed before the reply.",
  ...learner,
  body: z.object({
    records: list(checkedByItself(RecordDraft), { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }),
  }),
  replies: { 201: enveloped(BatchReply), 200: enveloped(BatchReply) },
  errors: ["BATCH_TOO_LARGE"],
});

export type RecordDraft = z.infer<typeof RecordDraft>;
export type LearningRecord = z.infer<typeof LearningRecord>;
