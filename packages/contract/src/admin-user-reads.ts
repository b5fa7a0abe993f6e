import { z } from "zod";
import { Strategy, UserState } from "./amas.ts";
import { Day, Offset, Timestamp, clampedInteger } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { RecordType } from "./records.ts";
import { WordLearningState } from "./word-states.ts";

const admin = { access: "admin", stability: "beta", method: "GET" } as const;
const known = { errors: ["NOT_FOUND"] } as const;
const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
const limit = (max: number, fallback: number) =>
  clampedInteger(1, max, fallback).describe(`1 to ${max}.`);

export const readLearnerProfile = endpoint({
  ...admin,
  path: "/api/admin/users/:id/profile",
  summary: "A learner's answers in total, and by wordbook.",
  replies: {
    200: enveloped(
      z.object({
        userId: z.string(),
        totalRecords: count,
        correctRecords: count,
        accuracy: share.describe("0 without answers."),
        avgResponseTimeMs: z.number().nonnegative().describe("Milliseconds; 0 without answers."),
        sessionCount: count.describe("Learning sessions, running ones included."),
        wordbookDistribution: z
          .array(z.object({ wordbookId: z.string(), name: z.string(), recordCount: count }))
          .describe(
            "Answers to words of each book, most first, at most 50 books; a word in several " +
              "books counts in each.",
          ),
      }),
    ),
  },
  ...known,
});

export const listLearnerSessions = endpoint({
  ...admin,
  path: "/api/admin/users/:id/sessions",
  summary: "A learner's learning sessions, newest first.",
  query: z.object({ limit: limit(200, 20) }),
  replies: {
    200: enveloped(
      z.object({
        sessions: z.array(
          z.object({
            id: z.string(),
            status: z.enum(["active", "completed"]),
            createdAt: Timestamp,
            completedAt: Timestamp.nullable(),
            wordsCount: count.describe("Different words answered."),
            correctCount: count.describe("Correct answers."),
            accuracy: share.nullable().describe("Share of correct answers; null without any."),
          }),
        ),
      }),
    ),
  },
  ...known,
});

export const listLearnerRecords = endpoint({
  ...admin,
  path: "/api/admin/users/:id/records",
  summary: "A learner's latest answers.",
  query: z.object({ limit: limit(200, 50) }),
  replies: {
    200: enveloped(
      z.object({
        records: z.array(
          z.object({
            id: z.string(),
            wordId: z.string(),
            word: z.string().describe("Text of the word."),
            isCorrect: z.boolean(),
            responseTimeMs: z.number().nonnegative(),
            createdAt: Timestamp,
            recordType: RecordType,
          }),
        ),
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
  query: z.object({ days: limit(90, 14) }),
  replies: {
    200: enveloped(
      z.object({
        days: z
          .array(z.object({ date: Day, count, correct: count }))
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
              id: z.string(),
              createdAt: Timestamp,
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
        devices: count,
        favorites: count.describe("Bookmarked words."),
        notes: count.describe("Notes on words."),
        wordbooks: count.describe("Own wordbooks."),
        feedback: count.describe("Feedback sent."),
        notificationsUnread: count,
      }),
    ),
  },
  ...known,
});

export const listLearnerAudit = endpoint({
  ...admin,
  path: "/api/admin/users/:id/audit-log",
  summary: "What administrators did to a learner's account, newest first.",
  query: z.object({ limit: limit(200, 50) }),
  replies: {
    200: enveloped(
      z.object({
        entries: z.array(
          z.object({
            id: z.number().int(),
            adminId: z.string().nullable().describe("null: the service itself."),
            action: z.string(),
            targetType: z.string().nullable(),
            targetId: z.string().nullable(),
            metadataJson: z.record(z.string(), z.unknown()).describe("Details of the action."),
            outcome: z.string(),
            error: z.string().nullable(),
            fromVersion: z.string().nullable(),
            toVersion: z.string().nullable(),
            channel: z.string().nullable(),
            startedAt: Timestamp,
            completedAt: Timestamp.nullable(),
          }),
        ),
      }),
    ),
  },
  ...known,
});

export const LearnerAction = z.enum(["login", "session.complete", "goal.update", "fatigue.alert"]);

export const listLearnerActions = endpoint({
  ...admin,
  path: "/api/admin/users/:id/activity-log",
  summary: "What a learner did lately, newest first; kept for 180 days.",
  query: z.object({ limit: limit(200, 50) }),
  replies: {
    200: enveloped(
      z.object({
        entries: z.array(
          z.object({
            id: z.number().int(),
            userId: z.string(),
            action: LearnerAction,
            detailJson: z.record(z.string(), z.unknown()).describe("Details of the action."),
            ip: z.string().nullable().describe("Address of the caller; for `login` only."),
            createdAt: Timestamp,
          }),
        ),
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
        strategy: Strategy,
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
  query: z.object({ limit: limit(200, 50), offset: Offset.optional() }),
  replies: {
    200: enveloped(
      z.object({
        items: z.array(WordLearningState.extend({ text: z.string().describe("The word.") })),
        total: count,
      }),
    ),
  },
  ...known,
});

export type LearnerAction = z.infer<typeof LearnerAction>;
