import { z } from "zod";
import { Strategy, UserState } from "../adaptation/amas.ts";
import {
  Day,
  daysBack,
  LearnerId,
  limitOf,
  Offset,
  Timestamp,
  WordbookId,
  WordId,
} from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { WordLearningState } from "../progress/word-states.ts";
import { RecordType } from "../study/records.ts";
import { LearnerGoal } from "../study/study-config.ts";

const admin = { access: "admin", stability: "beta", method: "GET" } as const;
const known = { errors: ["NOT_FOUND"] } as const;
const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

export const readLearnerProfile = endpoint({
  ...admin,
  path: "/api/admin/users/:id/profile",
  summary: "A learner's answers in total, and by wordbook.",
  replies: {
    200: enveloped(
      z.object({
        userId: LearnerId,
        totalRecords: count.describe("Number of answers of all time."),
        correctRecords: count.describe("Number of right answers of all time."),
        accuracy: share.describe("Share of right answers, 0 to 1; 0 if there are no answers."),
        avgResponseTimeMs: z
          .number()
          .nonnegative()
          .describe("Mean response time, milliseconds; 0 if there are no answers."),
        sessionCount: count.describe("Number of learning sessions, including active ones."),
        wordbookDistribution: z
          .array(
            z.object({
              wordbookId: WordbookId,
              name: z.string().describe("Name of the book."),
              recordCount: count.describe("Number of answers to its words."),
            }),
          )
          .describe(
            "Answers to words of each book, most first, at most 50 books. A word in several " +
              "books counts in each, whether or not the learner selected the book.",
          ),
        study: z
          .object({
            wordbooks: z
              .array(
                z.object({
                  wordbookId: WordbookId,
                  name: z.string().describe("Name of the book."),
                  wordCount: count.describe("Number of words in it."),
                }),
              )
              .describe("The books that supply new words; empty: all words."),
            dailyWordCount: count.describe("New words per day."),
            dailyMasteryTarget: count.describe("Words to master in a session."),
            goal: LearnerGoal,
            ownRecall: z
              .number()
              .nullable()
              .describe("The recall under the goal `own_recall`; null if none was ever chosen."),
            timeZone: z
              .string()
              .nullable()
              .describe(
                "IANA name of the zone of the learner's days; null if unknown, which means UTC.",
              ),
          })
          .describe("The learner's choices, or the defaults."),
      }),
    ),
  },
  ...known,
});

export const listLearnerSessions = endpoint({
  ...admin,
  path: "/api/admin/users/:id/sessions",
  summary: "A learner's learning sessions, newest first.",
  query: z.object({ limit: limitOf(200, 20), offset: Offset.optional() }),
  replies: {
    200: enveloped(
      z.object({
        sessions: z
          .array(
            z.object({
              id: z.string().describe("Id of the session, a UUID."),
              status: z.enum(["active", "completed"]).describe("active until it is completed."),
              createdAt: Timestamp.describe("When the session started."),
              completedAt: Timestamp.nullable().describe(
                "When it was completed; null if it is still active.",
              ),
              wordsCount: count.describe("Number of different words answered."),
              correctCount: count.describe("Number of right answers."),
              accuracy: share
                .nullable()
                .describe("Share of right answers, 0 to 1; null if there are no answers."),
            }),
          )
          .describe("The latest sessions, newest first."),
      }),
    ),
  },
  ...known,
});

export const listLearnerRecords = endpoint({
  ...admin,
  path: "/api/admin/users/:id/records",
  summary: "A learner's latest answers.",
  query: z.object({ limit: limitOf(200, 50), offset: Offset.optional() }),
  replies: {
    200: enveloped(
      z.object({
        records: z
          .array(
            z.object({
              id: z.string().describe("Id of the answer, a UUID."),
              wordId: WordId,
              word: z.string().describe("Text of the word."),
              isCorrect: z.boolean().describe("Whether the answer was right."),
              responseTimeMs: z
                .number()
                .nonnegative()
                .describe("Time from question to answer, milliseconds."),
              createdAt: Timestamp.describe("When the answer was accepted."),
              recordType: RecordType,
            }),
          )
          .describe("The latest answers, newest first."),
        total: count.describe("Number of answers of all time."),
      }),
    ),
  },
  ...known,
});

export const readLearnerActivity = endpoint({
  ...admin,
  path: "/api/admin/users/:id/daily-activity",
  summary: "A learner's answers day by day, in the learner's calendar, ending today.",
  query: z.object({ days: daysBack(90, 14) }),
  replies: {
    200: enveloped(
      z.object({
        days: z
          .array(
            z.object({
              date: Day.describe("Day of the learner's calendar."),
              count: count.describe("Number of answers on that day."),
              correct: count.describe("Number of right answers on that day."),
            }),
          )
          .describe("Oldest first; days without answers have zeros."),
        windowDays: count.describe("Number of days listed."),
      }),
    ),
  },
  ...known,
});

export const readLearnerExtras = endpoint({
  ...admin,
  path: "/api/admin/users/:id/extras",
  summary: "Further data of a learner: sign-ins, open streams, and row counts of each kind.",
  replies: {
    200: enveloped(
      z.object({
        sessions: z
          .array(
            z.object({
              id: z.string().describe("Id of the sign-in, a UUID."),
              createdAt: Timestamp.describe("When the learner signed in."),
              lastSeenAt: Timestamp.describe("Last sign-in or refresh."),
              ip: z.string().nullable().describe("IP address at sign-in; null if no longer known."),
              userAgent: z
                .string()
                .nullable()
                .describe("Browser or app, and operating system, such as `Firefox, Linux`."),
            }),
          )
          .describe("Valid sign-ins, latest first."),
        openStreams: count.describe("Number of event streams open now, on all processes."),
        devices: count.describe("Number of devices that belong to the learner."),
        favorites: count.describe("Number of favorite words."),
        notes: count.describe("Number of notes on words."),
        wordbooks: count.describe("Number of the learner's own wordbooks."),
        ownWords: count.describe(
          "Number of words of the learner's own; their texts are not shown.",
        ),
        feedback: count.describe("Number of feedback items sent."),
        notificationsUnread: count.describe(
          "Number of notifications that the learner has not read.",
        ),
      }),
    ),
  },
  ...known,
});

export const listLearnerAudit = endpoint({
  ...admin,
  path: "/api/admin/users/:id/audit-log",
  summary: "What administrators did to a learner's account, newest first.",
  query: z.object({ limit: limitOf(200, 50), offset: Offset.optional() }),
  replies: {
    200: enveloped(
      z.object({
        entries: z
          .array(
            z.object({
              id: z
                .number()
                .int()
                .describe("Number of the entry; later entries have higher numbers."),
              adminId: z
                .string()
                .nullable()
                .describe("Id of the administrator; null for the service itself and for learners."),
              action: z.string().describe("`noun.verb`, such as `user.ban`."),
              targetType: z.string().nullable().describe("What the entry is about: here `user`."),
              targetId: z.string().nullable().describe("Id of the learner."),
              metadataJson: z.record(z.string(), z.unknown()).describe("Details of the action."),
              outcome: z.string().describe("success, failed, in_progress or rolled_back."),
              error: z.string().nullable().describe("Why the action failed; null if it did not."),
              fromVersion: z
                .string()
                .nullable()
                .describe("Version before an update; null otherwise."),
              toVersion: z.string().nullable().describe("Version after an update; null otherwise."),
              channel: z
                .string()
                .nullable()
                .describe("Channel of an update or a resource pack; null otherwise."),
              startedAt: Timestamp.describe("When the action started."),
              completedAt: Timestamp.nullable().describe(
                "When the action ended; null while in progress.",
              ),
            }),
          )
          .describe("The latest entries, newest first."),
      }),
    ),
  },
  ...known,
});

export const LearnerAction = z
  .enum(["login", "session.complete", "goal.update", "fatigue.alert"])
  .describe("What the learner did; `fatigue.alert`: the learner became too tired.");

export const listLearnerActions = endpoint({
  ...admin,
  path: "/api/admin/users/:id/activity-log",
  summary: "What a learner did recently, newest first; kept for 180 days.",
  query: z.object({ limit: limitOf(200, 50), offset: Offset.optional() }),
  replies: {
    200: enveloped(
      z.object({
        entries: z
          .array(
            z.object({
              id: z
                .number()
                .int()
                .describe("Number of the entry; later entries have higher numbers."),
              userId: LearnerId,
              action: LearnerAction,
              detailJson: z.record(z.string(), z.unknown()).describe("Details of the action."),
              ip: z.string().nullable().describe("IP address of the caller; only for `login`."),
              createdAt: Timestamp.describe("When it happened."),
            }),
          )
          .describe("The latest entries, newest first."),
      }),
    ),
  },
  ...known,
});

export const readLearnerEngineState = endpoint({
  ...admin,
  path: "/api/admin/users/:id/amas/state",
  summary: "The engine's current state for a learner.",
  replies: { 200: enveloped(UserState) },
  ...known,
});

export const readLearnerStrategy = endpoint({
  ...admin,
  path: "/api/admin/users/:id/amas/strategy",
  summary: "The current strategy for a learner.",
  replies: {
    200: enveloped(
      z.object({
        strategy: Strategy.describe("The strategy for the next batch."),
        reward: z
          .number()
          .min(-1)
          .max(1)
          .nullable()
          .describe("Reward of the latest answer stored for monitoring; null if there is none."),
      }),
    ),
  },
  ...known,
});

export const listLearnerWords = endpoint({
  ...admin,
  path: "/api/admin/users/:id/amas/words",
  summary: "A learner's word states, by word id.",
  query: z.object({ limit: limitOf(200, 50), offset: Offset.optional() }),
  replies: {
    200: enveloped(
      z.object({
        items: z
          .array(WordLearningState.extend({ text: z.string().describe("Spelling of the word.") }))
          .describe("The states of this part of the list, by word id."),
        total: count.describe("Number of words with a state, on all pages."),
      }),
    ),
  },
  ...known,
});

export type LearnerAction = z.infer<typeof LearnerAction>;
