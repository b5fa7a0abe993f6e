import { z } from "zod";
import { LearnerId, Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { checkedByItself, list } from "../core/sizes.ts";
import { WordPublic } from "../library/words.ts";
import { isCorrect } from "./answer-fields.ts";

const learner = { access: "learner" } as const;
const share = z.number().min(0).max(1);
/** Word ids sent by a client. */
const WordIds = list(z.string(), { max: "LIMITS_MAX_BATCH_SIZE" });

export const SessionSummary = z.object({
  accuracy: z.number().describe("Share of right answers, 0 to 1; 0 if there are no answers."),
  avgResponseTimeMs: z.number().describe("Mean response time, milliseconds, 0 or more."),
  masteredWordIds: z
    .array(z.string())
    .describe("Ids of the session's words that are mastered at its end."),
  errorProneWordIds: z
    .array(z.string())
    .describe("Ids of the words answered wrongly at least once in the session."),
  durationSecs: z
    .number()
    .int()
    .describe("Time spent in the session, seconds; each pause counts for at most 10 minutes."),
  hourOfDay: z
    .number()
    .int()
    .describe("Hour of the learner's clock when the session started, 0 to 23."),
  finalDifficulty: z.number().describe("Difficulty that the strategy last aimed at, 0 to 1."),
});

export const LearningSession = z.object({
  id: z.string().describe("Id of the session, a UUID."),
  userId: LearnerId,
  status: z
    .enum(["active", "completed"])
    .describe("active until the session is completed; nothing else ends it."),
  targetMasteryCount: z.number().int().describe("Target number of words to master, 1 to 100."),
  totalQuestions: z
    .number()
    .int()
    .describe("Questions shown, as reported by the client; only increases."),
  actualMasteryCount: z.number().int().describe("Number of the session's words that are mastered."),
  contextShifts: z
    .number()
    .int()
    .describe(
      "Number of times the learner switched away, as reported by the client; only increases.",
    ),
  createdAt: Timestamp.describe("When the session started."),
  updatedAt: Timestamp.describe("When the session last changed."),
  summary: SessionSummary.nullable().describe(
    "Summary of the session; null until it is completed.",
  ),
  correctCount: z.number().int().describe("Number of right answers credited to the session."),
  totalCount: z.number().int().describe("Number of answers credited to the session."),
});

export const CrossSessionHint = z.object({
  prevAccuracy: z.number().describe("Share of right answers in the previous session, 0 to 1."),
  prevMasteredCount: z.number().int().describe("Number of words mastered in the previous session."),
  gapMinutes: z.number().describe("Minutes since the previous session ended, 0 to 120."),
  suggestedDifficulty: z
    .number()
    .describe("Suggested difficulty, 0 to 1: 0.6, 0.5 or 0.35 after a good, fair or poor session."),
  errorProneWordIds: z.array(z.string()).describe("Ids of the words answered wrongly in it."),
  recentlyMasteredWordIds: z
    .array(z.string())
    .describe("Ids of the words that became mastered in it."),
});

export const SessionResponse = z.object({
  sessionId: z.string().describe("Id of the session, a UUID."),
  status: z.literal("active").describe("Always active: the session can be studied."),
  resumed: z
    .boolean()
    .describe("Whether the session was already active; only one is active at a time."),
  targetMasteryCount: z.number().int().describe("Target number of words to master, 1 to 100."),
  crossSessionHint: CrossSessionHint.optional().describe(
    "Facts about the previous session; present only if it ended less than 2 hours ago.",
  ),
});

export const StudyWords = z.object({
  words: z.array(WordPublic).describe("The words to study, in this order."),
  strategy: z
    .object({
      difficultyRange: z
        .array(z.number())
        .length(2)
        .meta({
          description:
            "Lowest and highest difficulty of these words, 0 to 1; without words, the " +
            "difficulty that the strategy aims at, twice.",
        }),
      newRatio: z.number().describe("Target share of new words, 0 to 1."),
      batchSize: z.number().int().describe("Target number of words in a batch, 1 to 50."),
    })
    .describe("The strategy that selected the words."),
});

export const startSession = endpoint({
  method: "POST",
  path: "/api/learning/session",
  summary: "Start a learning session, or resume the active one.",
  ...learner,
  body: z.object({
    targetMasteryCount: z
      .number()
      .nullish()
      .describe(
        "Target number of words to master, clamped to 1 to 100; default: `dailyMasteryTarget` " +
          "of the study configuration.",
      ),
  }),
  replies: { 200: enveloped(SessionResponse) },
  errors: [],
});

const studyWordsEndpoint = {
  path: "/api/learning/study-words",
  summary: "The next batch of words, selected by the strategy.",
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
  description:
    "Words that the learner met today come again, after at least three other questions, until " +
    "they were answered right twice, as in the learner app. A client that wants this leaves them " +
    "out of `excludeWordIds`.",
  ...learner,
  body: z.object({
    excludeWordIds: list(z.string(), {
      max: "LIMITS_MAX_EXCLUDE_WORD_IDS",
      tooMany: "LEARNING_TOO_MANY_EXCLUDES",
    }).describe("Ids of words to exclude, such as those of the session so far."),
    masteredWordIds: WordIds.nullish().describe(
      "Ids of words to mark as mastered, as with mark-mastered.",
    ),
    sessionPerformance: z
      .object({
        recentAccuracy: share.nullish().describe("Recent share of right answers, 0 to 1."),
        masteredCount: z
          .number()
          .int()
          .nonnegative()
          .nullish()
          .describe("Number of words mastered in the session."),
        targetMasteryCount: z
          .number()
          .int()
          .nonnegative()
          .nullish()
          .describe("Target number of words to master in the session."),
        errorProneWordIds: WordIds.nullish().describe(
          "Ids of words answered wrongly in the session.",
        ),
      })
      .nullish()
      .describe("Progress of the session so far."),
  }),
  replies: {
    200: enveloped(
      z.object({
        words: z
          .array(WordPublic)
          .describe(
            "The words to study, in this order; fewer than a batch if no more are available.",
          ),
        batchSize: z.number().int().describe("Target number of words in a batch, 1 to 50."),
      }),
    ),
  },
  errors: ["LEARNING_TOO_MANY_EXCLUDES", "BATCH_TOO_LARGE"],
});

/**
 * An answer given while the client was offline, as a session event. Entries are checked separately,
 * so an invalid one does not affect the others.
 */
export const SessionEvent = z.object({
  clientEventId: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .describe(
      "Id chosen by the client, 1 to 128 characters after trimming; repeated events count " +
        "once.",
    ),
  wordId: WordId,
  isCorrect,
  responseTimeMs: z
    .number()
    .min(0)
    .max(300_000)
    .describe("Time from question to answer, milliseconds, 0 to 300,000."),
  clientTsMs: z
    .number()
    .positive()
    .describe(
      "When the answer was given, Unix time in milliseconds; clamped to the time of the " +
        "session, 30 minutes back at most.",
    ),
});

/** Result for the events: `count` were accepted, `duplicates` were already known. */
export const EventIngest = z.object({
  count: z.number().int().describe("Number of events accepted."),
  duplicates: z.number().int().describe("Number of events that were already known."),
  failed: z.number().int().describe("Number of events refused, see `errors`."),
  errors: z
    .array(
      z.object({
        index: z.number().int().describe("Index in the request, from 0."),
        clientEventId: z
          .string()
          .nullable()
          .describe("The id as sent; null if it could not be read."),
        code: z.string().describe("Error code of the event, such as LEARNING_INVALID_CLIENT_TS."),
        message: z.string().describe("Reason for the refusal, in English, for people."),
      }),
    )
    .describe("One entry per refused event."),
});

/** `eventIngest` is present if events were sent. */
export const SyncedSession = LearningSession.extend({
  eventIngest: EventIngest.optional().describe("Result for the events; absent if none were sent."),
});

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
    sessionId: z.string().describe("Id of the session, a UUID."),
    totalQuestions: z
      .number()
      .int()
      .nonnegative()
      .max(1_000_000)
      .nullish()
      .describe(
        "Questions shown so far, 0 to 1,000,000; a number lower than the stored one has no " +
          "effect.",
      ),
    contextShifts: z
      .number()
      .int()
      .nonnegative()
      .max(1_000_000)
      .nullish()
      .describe(
        "Number of times the learner switched away, 0 to 1,000,000; a number lower than the " +
          "stored one has no effect.",
      ),
    events: lateEvents(100).describe("Answers given while offline, at most 100."),
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
    sessionId: z.string().describe("Id of the session, a UUID."),
    masteredWordIds: WordIds.describe(
      "Ids of words that became mastered; used only if the session has no stored answer.",
    ),
    errorProneWordIds: WordIds.describe(
      "Ids of words answered wrongly; used only if the session has no stored answer.",
    ),
    avgResponseTimeMs: z
      .number()
      .nonnegative()
      .describe("Mean response time, milliseconds; used only if the session has no stored answer."),
    events: lateEvents(200).describe("Answers given while offline, at most 200."),
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
