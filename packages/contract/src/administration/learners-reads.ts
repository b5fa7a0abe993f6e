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
        totalRecords: count.describe("Answers of all time."),
        correctRecords: count.describe("Right answers of all time."),
        accuracy: share.describe("0 without answers."),
        avgResponseTimeMs: z.number().nonnegative().describe("Milliseconds; 0 without answers."),
        sessionCount: count.describe("Learning sessions, running ones included."),
        wordbookDistribution: z
          .array(
            z.object({
              wordbookId: WordbookId,
              name: z.string().describe("What the book is called."),
              recordCount: count.describe("Answers to its words."),
            }),
          )
          .describe(
            "Answers to words of each book, most first, at most 50 books; a word in several " +
              "books counts in each, whether the learner chose it or not.",
          ),
        study: z
          .object({
            wordbooks: z
              .array(
                z.object({
                  wordbookId: WordbookId,
                  name: z.string().describe("What the book is called."),
                  wordCount: count.describe("Words in it."),
                }),
              )
              .describe("The books that new words come from; empty: all words."),
            dailyWordCount: count.describe("New words a day."),
            dailyMasteryTarget: count.describe("Words to be mastered in a session."),
            goal: LearnerGoal,
            ownRecall: z
              .number()
              .nullable()
              .describe("The recall under the goal `own_recall`; null before the first choice."),
            timeZone: z
              .string()
              .nullable()
              .describe("IANA name of the zone of the learner's days; null: not known, UTC."),
          })
          .describe("What the learner has chosen, or the defaults."),
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
              createdAt: Timestamp.describe("When it began."),
              completedAt: Timestamp.nullable().describe("When it was completed; null: not yet."),
              wordsCount: count.describe("Different words answered."),
              correctCount: count.describe("Correct answers."),
              accuracy: share.nullable().describe("Share of correct answers; null without any."),
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
              createdAt: Timestamp.describe("When it was accepted."),
              recordType: RecordType,
            }),
          )
          .describe("The latest answers, newest first."),
        total: count.describe("Answers of all time."),
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
              count: count.describe("Answers on that day."),
              correct: count.describe("Right answers on that day."),
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
  summary: "What else a learner has: sign-ins, open streams, and how many rows of each kind.",
  replies: {
    200: enveloped(
      z.object({
        sessions: z
          .array(
            z.object({
              id: z.string().describe("Id of the sign-in, a UUID."),
              createdAt: Timestamp.describe("When the learner signed in."),
              lastSeenAt: Timestamp.describe("Last sign-in or refresh."),
              ip: z.string().nullable().describe("Address at sign-in; null if no longer known."),
              userAgent: z
                .string()
                .nullable()
                .describe("Browser or app, and system, such as `Firefox, Linux`."),
            }),
          )
          .describe("Sign-ins that are still valid, latest first."),
        openStreams: count.describe("Event streams open now, on all processes."),
        devices: count.describe("Devices that belong to the learner."),
        favorites: count.describe("Bookmarked words."),
        notes: count.describe("Notes on words."),
        wordbooks: count.describe("Own wordbooks."),
        feedback: count.describe("Feedback sent."),
        notificationsUnread: count.describe("Notifications not read."),
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
              id: z.number().int().describe("Number of the entry; later ones are higher."),
              adminId: z.string().nullable().describe("null: the service itself."),
              action: z.string().describe("`noun.verb`, such as `user.ban`."),
              targetType: z.string().nullable().describe("What the entry is about: here `user`."),
              targetId: z.string().nullable().describe("Id of the learner."),
              metadataJson: z.record(z.string(), z.unknown()).describe("Details of the action."),
              outcome: z.string().describe("success, failed, in_progress or rolled_back."),
              error: z.string().nullable().describe("Why it failed; null if it did not."),
              fromVersion: z
                .string()
                .nullable()
                .describe("Version before an update; null otherwise."),
              toVersion: z.string().nullable().describe("Version after an update; null otherwise."),
              channel: z
                .string()
                .nullable()
                .describe("Channel of an update or a resource pack; null otherwise."),
              startedAt: Timestamp.describe("When it was begun."),
              completedAt: Timestamp.nullable().describe(
                "When it was done; null while in progress.",
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
  .describe("What the learner did; `fatigue.alert`: became too tired.");

export const listLearnerActions = endpoint({
  ...admin,
  path: "/api/admin/users/:id/activity-log",
  summary: "What a learner did lately, newest first; kept for 180 days.",
  query: z.object({ limit: limitOf(200, 50), offset: Offset.optional() }),
  replies: {
    200: enveloped(
      z.object({
        entries: z
          .array(
            z.object({
              id: z.number().int().describe("Number of the entry; later ones are higher."),
              userId: LearnerId,
              action: LearnerAction,
              detailJson: z.record(z.string(), z.unknown()).describe("Details of the action."),
              ip: z.string().nullable().describe("Address of the caller; for `login` only."),
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
  summary: "The strategy in force for a learner.",
  replies: {
    200: enveloped(
      z.object({
        strategy: Strategy.describe("What the next batch is made by."),
        reward: z
          .number()
          .min(-1)
          .max(1)
          .nullable()
          .describe("Reward of the latest answer kept for monitoring; null if there is none."),
      }),
    ),
  },
  ...known,
});

export const listLearnerWords = endpoint({
  ...admin,
  path: "/api/admin/users/:id/amas/words",
  summary: "A learner's states of words, by word id.",
  query: z.object({ limit: limitOf(200, 50), offset: Offset.optional() }),
  replies: {
    200: enveloped(
      z.object({
        items: z
          .array(WordLearningState.extend({ text: z.string().describe("The word.") }))
          .describe("The states of this part of the list, by word id."),
        total: count.describe("Words with a state, on all pages."),
      }),
    ),
  },
  ...known,
});

export type LearnerAction = z.infer<typeof LearnerAction>;
