import { z } from "zod";
import { Timestamp, clampedInteger, done } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const EntryId = z.string().describe("Number of the answer, as text; later ones are higher.");

/** An accepted answer that could not be applied. */
export const DeadLetter = z.object({
  id: EntryId,
  eventType: z.literal("record").describe("What it would have become."),
  userId: z.string().describe("The learner."),
  attempts: z.number().int().min(0).describe("How often it was tried."),
  lastError: z.string().nullable().describe("Why the last attempt failed, without secrets."),
  createdAt: Timestamp.describe("When the answer was accepted."),
  deadAt: Timestamp.describe("When it was given up."),
});

export const listDeadLetters = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/dead-letter",
  summary: "Answers that could not be applied, the latest given up first.",
  access: "admin",
  stability: "beta",
  query: z.object({
    limit: clampedInteger(1, 500, 50).describe("Number of entries, 1 to 500."),
  }),
  replies: {
    200: enveloped(
      z.object({ entries: z.array(DeadLetter).describe("The latest given up first.") }),
    ),
  },
  errors: [],
});

export const requeueDeadLetter = endpoint({
  method: "POST",
  path: "/api/admin/monitoring/dead-letter/:id/requeue",
  summary: "Try to apply an answer again, as if for the first time.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ requeued: done, id: EntryId })) },
  errors: ["NOT_FOUND"],
});

export const purgeDeadLetter = endpoint({
  method: "DELETE",
  path: "/api/admin/monitoring/dead-letter/:id",
  summary: "Remove an answer that could not be applied, for ever.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ purged: done, id: EntryId })) },
  errors: ["NOT_FOUND"],
});

export type DeadLetter = z.infer<typeof DeadLetter>;
