import { z } from "zod";
import { CalendarDay, paged, PageQuery, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { LearningSession } from "../study/learning.ts";

const learner = { access: "learner" } as const;

/** A calendar date, yyyy-MM-dd. */

/** A session as shown in lists. */
export const SessionEntry = z.object({
  sessionId: z.string().describe("Id of the session, a UUID."),
  status: z.enum(["active", "completed"]).describe("active until it is completed."),
  startedAt: Timestamp.describe("When the session started."),
  completedAt: Timestamp.nullable().describe("When it was completed; null if it is still active."),
  durationSecs: z
    .number()
    .int()
    .describe("Time spent in it, seconds; each pause counts for at most 10 minutes."),
  recordCount: z.number().int().describe("Number of answers given in it."),
  correctCount: z.number().int().describe("Number of right answers given in it."),
  accuracy: z
    .number()
    .nullable()
    .describe("Share of right answers, 0 to 1; null if there are no answers."),
  masteredWordCount: z
    .number()
    .int()
    .describe(
      "Number of its words that are mastered now or, for a completed session, were at its end.",
    ),
  errorProneWordCount: z
    .number()
    .int()
    .describe("Number of its words answered wrongly at least once."),
});

export const SessionsQuery = PageQuery.extend({
  startDate: CalendarDay.optional().describe(
    "Only sessions started on this day of the learner's calendar or later, yyyy-MM-dd.",
  ),
  endDate: CalendarDay.optional().describe(
    "Only sessions started on this day or earlier, yyyy-MM-dd.",
  ),
});

export const listSessions = endpoint({
  method: "GET",
  path: "/api/learning/sessions",
  summary: "The caller's sessions, newest first; date ranges are inclusive.",
  ...learner,
  query: SessionsQuery,
  faults: { startDate: "LEARNING_INVALID_DATE", endDate: "LEARNING_INVALID_DATE" },
  replies: { 200: enveloped(paged(SessionEntry)) },
  errors: ["LEARNING_INVALID_DATE", "LEARNING_INVALID_DATE_RANGE"],
});

export const readSession = endpoint({
  method: "GET",
  path: "/api/learning/sessions/:id",
  summary: "One of the caller's sessions.",
  ...learner,
  replies: { 200: enveloped(LearningSession) },
  errors: ["LEARNING_SESSION_NOT_FOUND"],
});

export type SessionEntry = z.infer<typeof SessionEntry>;
export type SessionsQuery = z.infer<typeof SessionsQuery>;
