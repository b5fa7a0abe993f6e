import { z } from "zod";
import { PageQuery, Timestamp, paged } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { LearningSession } from "./learning.ts";

const learner = { access: "learner" } as const;

/** A calendar date, yyyy-MM-dd. */
const CalendarDay = z.iso.date().refine((day) => day >= "1900" && day < "9999");

/** A session as shown in lists. */
export const SessionEntry = z.object({
  sessionId: z.string(),
  status: z.enum(["active", "completed"]),
  startedAt: Timestamp,
  completedAt: Timestamp.nullable(),
  durationSecs: z.number().int(),
  recordCount: z.number().int(),
  correctCount: z.number().int(),
  /** 0..1; null without records. */
  accuracy: z.number().nullable(),
  masteredWordCount: z.number().int(),
  errorProneWordCount: z.number().int(),
});

export const SessionsQuery = PageQuery.extend({
  startDate: CalendarDay.optional(),
  endDate: CalendarDay.optional(),
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
