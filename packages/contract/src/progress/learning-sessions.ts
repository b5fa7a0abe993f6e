import { z } from "zod";
import { paged, PageQuery, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { LearningSession } from "../study/learning.ts";

const learner = { access: "learner" } as const;

/** A calendar date, yyyy-MM-dd. */
const CalendarDay = z.iso.date().refine((day) => day >= "1900" && day < "9999");

/** A session as shown in lists. */
export const SessionEntry = z.object({
  sessionId: z.string().describe("Id of the session, a UUID."),
  status: z.enum(["active", "completed"]).describe("active until it is completed."),
  startedAt: Timestamp.describe("When it began."),
  completedAt: Timestamp.nullable().describe("When it was completed; null: not yet."),
  durationSecs: z
    .number()
    .int()
    .describe("Time spent in it, seconds; a pause counts for at most 10 minutes."),
  recordCount: z.number().int().describe("Answers given in it."),
  correctCount: z.number().int().describe("Right answers given in it."),
  accuracy: z.number().nullable().describe("Share of right answers, 0 to 1; null without any."),
  masteredWordCount: z
    .number()
    .int()
    .describe("Its words that are mastered; of a completed session those that were at its end."),
  errorProneWordCount: z
    .number()
    .int()
    .describe("Its words that were answered wrongly at least once."),
});

export const SessionsQuery = PageQuery.extend({
  startDate: CalendarDay.optional().describe(
    "Only sessions begun on this day of the learner's calendar or later, yyyy-MM-dd.",
  ),
  endDate: CalendarDay.optional().describe(
    "Only sessions begun on this day or before, yyyy-MM-dd.",
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
