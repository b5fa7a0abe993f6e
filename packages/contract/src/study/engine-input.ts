import { z } from "zod";
import { ProcessResult } from "../adaptation/amas.ts";
import { done, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import {
  confusedWith,
  dwellMs,
  focusLossMs,
  hintUsed,
  interactionDensity,
  isCorrect,
  isQuit,
  pauseCount,
  pausedMs,
  retryCount,
  switchCount,
} from "./answer-fields.ts";

const EventFields = z.object({
  wordId: WordId,
  isCorrect,
  responseTime: z
    .number()
    .nonnegative()
    .describe(
      "Time from question to answer, milliseconds, 0 or more; `response_time` is also " +
        "accepted.",
    ),
  clientEventId: z
    .string()
    .trim()
    .max(128)
    .nullish()
    .describe(
      "Id chosen by the client, at most 128 characters; an event with a known id changes " +
        "nothing. Empty: no id.",
    ),
  sessionId: z
    .string()
    .max(128)
    .nullish()
    .describe("Id of the learning session, at most 128 characters."),
  isQuit,
  dwellTime: dwellMs,
  pauseCount,
  switchCount,
  retryCount,
  focusLossDuration: focusLossMs,
  interactionDensity,
  pausedTimeMs: pausedMs,
  hintUsed,
  confusedWith,
});

/** An answer that the engine processes without storing a record. */
export const AmasEvent = z.preprocess(withResponseTimeAlias, EventFields);

/**
 * The same in a batch; the service checks the length of event ids itself, with its own error code.
 */
const BatchedEvent = z.preprocess(
  withResponseTimeAlias,
  EventFields.extend({
    clientEventId: z
      .string()
      .trim()
      .nullish()
      .describe("As in a single event; an id longer than 128 characters refuses the whole batch."),
  }),
);

/** Older clients send `response_time`. */
function withResponseTimeAlias(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("response_time" in value)) return value;
  return { responseTime: value.response_time, ...value };
}

const learner = { access: "learner" } as const;

export const processEvent = endpoint({
  method: "POST",
  path: "/api/amas/process-event",
  summary: "Process one answer without storing a record.",
  ...learner,
  body: AmasEvent,
  faults: { clientEventId: "AMAS_INVALID_EVENT_ID" },
  replies: { 200: enveloped(ProcessResult) },
  errors: ["AMAS_INVALID_EVENT_ID", "NOT_FOUND"],
});

export const processEventBatch = endpoint({
  method: "POST",
  path: "/api/amas/batch-process",
  summary: "Process up to 500 answers in order without storing records; all or none are processed.",
  ...learner,
  body: z.object({
    events: list(BatchedEvent, { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }).describe(
      "The answers, oldest first.",
    ),
  }),
  replies: {
    200: enveloped(
      z.object({
        count: z.number().int().describe("Number of events processed."),
        items: z.array(ProcessResult).describe("One result per event, in the order sent."),
      }),
    ),
  },
  errors: ["AMAS_INVALID_EVENT_ID", "BATCH_TOO_LARGE", "NOT_FOUND"],
});

export const resetEngine = endpoint({
  method: "POST",
  path: "/api/amas/reset",
  summary: "Reset the engine's state for the caller; word states and records are kept.",
  ...learner,
  replies: { 200: enveloped(z.object({ reset: done })) },
  errors: [],
});

export type AmasEvent = z.infer<typeof AmasEvent>;
