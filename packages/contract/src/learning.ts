import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { checkedByItself, list } from "./sizes.ts";
import { WordPublic } from "./words.ts";

const learner = { access: "learner" } as const;
const share = z.number().min(0).max(1);
/** Word ids sent by a client. */
const WordIds = list(z.string(), { max: "LIMITS_MAX_BATCH_SIZE" });

export const SessionSummary = z.object({
  accuracy: z.number(),
  avgResponseTimeMs: z.number(),
  masteredWordIds: z.array(z.string()),
  errorProneWordIds: z.array(z.string()),
  durationSecs: z.number().int(),
  hourOfDay: z.number().int(),
  finalDifficulty: z.number(),
});

export const LearningSession = z.object({
  id: z.string(),
  userId: z.string(),
  status: z.enum(["active", "completed"]),
  targetMasteryCount: z.number().int(),
  totalQuestions: z.number().int(),
  actualMasteryCount: z.number().int(),
  contextShifts: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  summary: SessionSummary.nullable(),
  correctCount: z.number().int(),
  totalCount: z.number().int(),
});

export const CrossSessionHint = z.object({
  prevAccuracy: z.number(),
  prevMasteredCount: z.number().int(),
  gapMinutes: z.number(),
  suggestedDifficulty: z.number(),
  errorProneWordIds: z.array(z.string()),
  recentlyMasteredWordIds: z.array(z.string()),
});

export const SessionResponse = z.object({
  sessionId: z.string(),
  status: z.literal("active"),
  resumed: z.boolean(),
  targetMasteryCount: z.number().int(),
  crossSessionHint: CrossSessionHint.optional(),
});

export const StudyWords = z.object({
  words: z.array(WordPublic),
  strategy: z.object({
    difficultyRange: z
      .array(z.number())
      .length(2)
      .meta({
        description:
          "Lowest and highest difficulty of these words, 0 to 1; " +
          "without words, twice the difficulty that the strategy aims at.",
      }),
    newRatio: z.number(),
    batchSize: z.number().int(),
  }),
});

export const startSession = endpoint({
  method: "POST",
  path: "/api/learning/session",
  summary: "Start a learning session, or resume the active one.",
  ...learner,
  body: z.object({ targetMasteryCount: z.number().nullish() }),
  replies: { 200: enveloped(SessionResponse) },
  errors: [],
});

const studyWordsEndpoint = {
  path: "/api/learning/study-words",
  summary: "The next batch of words, chosen by the strategy.",
  ...learner,
  replies: { 200: enveloped(StudyWords) },
  errors: [],
} as const;

export const listStudyWords = endpoint({ method: "GET", ...studyWordsEndpoint });

/** Some clients use POST for the same request. */
export const postStudyWords = endpoint({ method: "POST", ...studyWordsEndpoint });

export const listNextWords = endpoint({
  method: "POST",
  path: "/api/learning/next-words",
  summary: "More words for the current session.",
  ...learner,
  body: z.object({
    excludeWordIds: list(z.string(), {
      max: "LIMITS_MAX_EXCLUDE_WORD_IDS",
      tooMany: "LEARNING_TOO_MANY_EXCLUDES",
    }),
    masteredWordIds: WordIds.nullish(),
    sessionPerformance: z
      .object({
        recentAccuracy: share.nullish(),
        masteredCount: z.number().int().nonnegative().nullish(),
        targetMasteryCount: z.number().int().nonnegative().nullish(),
        errorProneWordIds: WordIds.nullish(),
      })
      .nullish(),
  }),
  replies: {
    200: enveloped(z.object({ words: z.array(WordPublic), batchSize: z.number().int() })),
  },
  errors: ["LEARNING_TOO_MANY_EXCLUDES", "BATCH_TOO_LARGE"],
});

/**
 * An answer given while the client was offline, as a session event. Entries are checked separately,
 * so that an invalid one does not affect the others.
 */
export const SessionEvent = z.object({
  clientEventId: z.string().trim().min(1).max(128),
  wordId: z.string(),
  isCorrect: z.boolean(),
  responseTimeMs: z.number().min(0).max(300_000),
  /** Unix milliseconds; clamped to the time of the session. */
  clientTsMs: z.number().positive(),
});

/** Result for the events: `count` were accepted, `duplicates` were known already. */
export const EventIngest = z.object({
  count: z.number().int(),
  duplicates: z.number().int(),
  failed: z.number().int(),
  errors: z.array(
    z.object({
      index: z.number().int(),
      clientEventId: z.string().nullable(),
      code: z.string(),
      message: z.string(),
    }),
  ),
});

/** eventIngest is present if events were sent. */
export const SyncedSession = LearningSession.extend({ eventIngest: EventIngest.optional() });

/** Answers given while the device was offline. */
function lateEvents(max: number) {
  const rule = { max, tooMany: "LEARNING_EVENTS_TOO_LARGE" } as const;
  return list(checkedByItself(SessionEvent), rule).nullish();
}

export const syncProgress = endpoint({
  method: "POST",
  path: "/api/learning/sync-progress",
  summary: "Report the progress of the session; counters only increase.",
  ...learner,
  body: z.object({
    sessionId: z.string(),
    totalQuestions: z.number().int().nonnegative().max(1_000_000).nullish(),
    contextShifts: z.number().int().nonnegative().max(1_000_000).nullish(),
    events: lateEvents(100),
  }),
  replies: { 200: enveloped(SyncedSession) },
  errors: ["LEARNING_SESSION_NOT_FOUND", "LEARNING_EVENTS_TOO_LARGE", "FORBIDDEN"],
});

export const completeSession = endpoint({
  method: "POST",
  path: "/api/learning/complete-session",
  summary: "Complete the session and return its summary.",
  ...learner,
  body: z.object({
    sessionId: z.string(),
    masteredWordIds: WordIds,
    errorProneWordIds: WordIds,
    avgResponseTimeMs: z.number().nonnegative(),
    events: lateEvents(200),
  }),
  replies: { 200: enveloped(SyncedSession) },
  errors: [
    "LEARNING_SESSION_NOT_FOUND",
    "LEARNING_EVENTS_TOO_LARGE",
    "BATCH_TOO_LARGE",
    "FORBIDDEN",
  ],
});

export type LearningSession = z.infer<typeof LearningSession>;
export type SessionSummary = z.infer<typeof SessionSummary>;
export type SessionResponse = z.infer<typeof SessionResponse>;
export type CrossSessionHint = z.infer<typeof CrossSessionHint>;
export type SessionEvent = z.infer<typeof SessionEvent>;
export type EventIngest = z.infer<typeof EventIngest>;
