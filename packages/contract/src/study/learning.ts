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
  accuracy: z.number().describe("Share of right answers, 0 to 1; 0 without any."),
  avgResponseTimeMs: z.number().describe("Mean time of an answer, milliseconds; 0 or more."),
  masteredWordIds: z
    .array(z.string())
    .describe("Ids of the words of the session that are mastered at its end."),
  errorProneWordIds: z
    .array(z.string())
    .describe("Ids of the words that were answered wrongly in it at least once."),
  durationSecs: z
    .number()
    .int()
    .describe("Time spent in the session, seconds; a pause counts for at most 10 minutes."),
  hourOfDay: z.number().int().describe("Hour of the learner's clock when it began, 0 to 23."),
  finalDifficulty: z.number().describe("Difficulty that the strategy aimed at last, 0 to 1."),
});

export const LearningSession = z.object({
  id: z.string().describe("Id of the session, a UUID."),
  userId: LearnerId,
  status: z
    .enum(["active", "completed"])
    .describe("active until it is completed; nothing else ends a session."),
  targetMasteryCount: z.number().int().describe("Words that were to be mastered, 1 to 100."),
  totalQuestions: z
    .number()
    .int()
    .describe("Questions shown, as the client reported; it only grows."),
  actualMasteryCount: z.number().int().describe("Words of the session that are mastered."),
  contextShifts: z
    .number()
    .int()
    .describe(
      "How often the learner went to something else, as the client reported; it only grows.",
    ),
  createdAt: Timestamp.describe("When the session began."),
  updatedAt: Timestamp.describe("When the session last changed."),
  summary: SessionSummary.nullable().describe("How it went; null until it is completed."),
  correctCount: z.number().int().describe("Right answers credited to the session."),
  totalCount: z.number().int().describe("Answers credited to the session."),
});

export const CrossSessionHint = z.object({
  prevAccuracy: z.number().describe("Share of right answers in the session before, 0 to 1."),
  prevMasteredCount: z.number().int().describe("Words mastered in the session before."),
  gapMinutes: z.number().describe("Minutes since the session before ended, 0 to 120."),
  suggestedDifficulty: z
    .number()
    .describe("0.6, 0.5 or 0.35 after a good, fair or poor session, on the scale from 0 to 1."),
  errorProneWordIds: z.array(z.string()).describe("Ids of the words that went wrong in it."),
  recentlyMasteredWordIds: z
    .array(z.string())
    .describe("Ids of the words that became mastered in it."),
});

export const SessionResponse = z.object({
  sessionId: z.string().describe("Id of the session, a UUID."),
  status: z.literal("active").describe("Always active: it can be studied in."),
  resumed: z.boolean().describe("Whether it was active before; only one is at a time."),
  targetMasteryCount: z.number().int().describe("Words to be mastered, 1 to 100."),
  crossSessionHint: CrossSessionHint.optional().describe(
    "What to know of the session before; only if that ended less than 2 hours ago.",
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
            "Lowest and highest difficulty of these words, 0 to 1; " +
            "without words, twice the difficulty that the strategy aims at.",
        }),
      newRatio: z.number().describe("Share of new words that was aimed at, 0 to 1."),
      batchSize: z.number().int().describe("Words in a batch that was aimed at, 1 to 50."),
    })
    .describe("What the words were chosen by."),
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
        "Words to be mastered, clamped to 1 to 100; default: `dailyMasteryTarget` of " +
          "the study configuration.",
      ),
  }),
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
    }).describe("Ids of words that are not wanted, such as those of the session so far."),
    masteredWordIds: WordIds.nullish().describe(
      "Ids of words that become mastered, as with mark-mastered.",
    ),
    sessionPerformance: z
      .object({
        recentAccuracy: share.nullish().describe("Share of right answers lately, 0 to 1."),
        masteredCount: z
          .number()
          .int()
          .nonnegative()
          .nullish()
          .describe("Words mastered in the session."),
        targetMasteryCount: z
          .number()
          .int()
          .nonnegative()
          .nullish()
          .describe("Words to be mastered in the session."),
        errorProneWordIds: WordIds.nullish().describe(
          "Ids of words that went wrong in the session.",
        ),
      })
      .nullish()
      .describe("How the session has gone so far."),
  }),
  replies: {
    200: enveloped(
      z.object({
        words: z
          .array(WordPublic)
          .describe("The words to study, in this order; fewer than a batch if there are no more."),
        batchSize: z.number().int().describe("Words in a batch that was aimed at, 1 to 50."),
      }),
    ),
  },
  errors: ["LEARNING_TOO_MANY_EXCLUDES", "BATCH_TOO_LARGE"],
});

/**
 * An answer given while the client was offline, as a session event. Entries are checked separately,
 * so that an invalid one does not affect the others.
 */
export const SessionEvent = z.object({
  clientEventId: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .describe(
      "Chosen by the client, 1 to 128 characters after trimming; one that was sent " +
        "before counts once.",
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
      "When it was given, unix milliseconds; clamped to the time of the session, " +
        "30 minutes back at most.",
    ),
});

/** Result for the events: `count` were accepted, `duplicates` were known already. */
export const EventIngest = z.object({
  count: z.number().int().describe("Events that were taken."),
  duplicates: z.number().int().describe("Events that were known before."),
  failed: z.number().int().describe("Events that were refused, see `errors`."),
  errors: z
    .array(
      z.object({
        index: z.number().int().describe("Place in the request, counted from 0."),
        clientEventId: z
          .string()
          .nullable()
          .describe("As sent; null if the event has none that can be read."),
        code: z.string().describe("Error code of the event, such as LEARNING_INVALID_CLIENT_TS."),
        message: z.string().describe("Why, in English, for people."),
      }),
    )
    .describe("One for each event that was refused."),
});

/** eventIngest is present if events were sent. */
export const SyncedSession = LearningSession.extend({
  eventIngest: EventIngest.optional().describe(
    "What became of the events; absent if none were sent.",
  ),
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
        "Questions shown so far, 0 to 1,000,000; a smaller number than before has no effect.",
      ),
    contextShifts: z
      .number()
      .int()
      .nonnegative()
      .max(1_000_000)
      .nullish()
      .describe(
        "How often the learner went to something else, 0 to 1,000,000; a smaller one " +
          "has no effect.",
      ),
    events: lateEvents(100).describe("Answers given without a connection, at most 100."),
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
      "Ids of words that went wrong; used only if the session has no stored answer.",
    ),
    avgResponseTimeMs: z
      .number()
      .nonnegative()
      .describe(
        "Mean time of an answer, milliseconds; used only if the session has no stored answer.",
      ),
    events: lateEvents(200).describe("Answers given without a connection, at most 200."),
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
