import { z } from "zod";
import { BULK_DELETIONS_MAX, BULK_LEARNERS_MAX } from "../core/choices.ts";
import { LearnerId, trimmed } from "../core/common.ts";
import { type Access, endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import { LearnerRole } from "./learners.ts";

const count = z.number().int().nonnegative();

/** The result for each learner, in the order of the request; duplicates are merged. */
export const BulkResult = z.object({
  total: count.describe("Number of different learners in the request."),
  succeeded: count.describe(
    "Number of learners now in the requested state, including those already in it.",
  ),
  failed: count.describe("Number of learners left unchanged, see `results`."),
  results: z
    .array(
      z.object({
        userId: LearnerId,
        success: z.boolean().describe("Whether the learner is now in the requested state."),
        error: z.string().nullable().describe("Error code; null for success."),
        resetKey: z.string().optional().describe("The reset token; only with bulk-reset-password."),
      }),
    )
    .describe("One entry per learner, in the order of the request."),
});

const userIds = (max: number) =>
  list(z.string(), { min: 1, max, tooMany: "BULK_SIZE" }).describe(`1 to ${max} account ids.`);

const Learners = z.object({ userIds: userIds(BULK_LEARNERS_MAX) }).meta({ id: "LearnerIds" });

function bulk<const P extends string, const A extends Access, const B extends z.ZodType>(
  path: P,
  access: A,
  { summary, body }: { readonly summary: string; readonly body: B },
) {
  return {
    method: "POST",
    path: `/api/admin/users/${path}`,
    summary,
    access,
    stability: "beta",
    body,
    replies: { 200: enveloped(BulkResult) },
  } as const;
}

export const banLearners = endpoint({
  ...bulk("bulk-ban", "admin", {
    summary: "Ban several learners, each independently.",
    body: z.object({
      userIds: userIds(BULK_LEARNERS_MAX),
      reason: trimmed(0, 500)
        .nullish()
        .describe("For the audit log, at most 500 characters; the learners do not see it."),
    }),
  }),
  faults: { userIds: "BULK_SIZE", reason: "VALIDATION_ERROR" },
  errors: [],
});

export const previewLearnersBan = endpoint({
  method: "POST",
  path: "/api/admin/users/bulk-ban/preview",
  summary: "Preview what banning several learners would end. Changes nothing.",
  access: "admin",
  stability: "beta",
  body: Learners,
  faults: { userIds: "BULK_SIZE" },
  replies: {
    200: enveloped(
      z.object({
        sessions: count.describe("Number of sign-ins that would end."),
        openStreams: count.describe(
          "Number of event streams that would be closed, on all processes.",
        ),
        devices: count.describe("Number of devices that belong to the learners."),
      }),
    ),
  },
  errors: [],
});

export const unbanLearners = endpoint({
  ...bulk("bulk-unban", "admin", {
    summary: "End the bans of several learners, each independently.",
    body: Learners,
  }),
  faults: { userIds: "BULK_SIZE" },
  errors: [],
});

export const setLearnerRoles = endpoint({
  ...bulk("bulk-role", "admin", {
    summary: "Change the label of several learners.",
    body: z.object({ userIds: userIds(BULK_LEARNERS_MAX), role: LearnerRole }),
  }),
  faults: { userIds: "BULK_SIZE", role: "USER_INVALID_ROLE" },
  errors: [],
});

export const resetLearnerPasswords = endpoint({
  ...bulk("bulk-reset-password", "admin", {
    summary: "Create a reset token for each of several learners.",
    body: Learners,
  }),
  scope: "none",
  faults: { userIds: "BULK_SIZE" },
  errors: [],
});

export const deleteLearners = endpoint({
  ...bulk("bulk-delete", "super", {
    summary: "Erase several learners' accounts with all data, irreversibly.",
    body: z.object({
      userIds: userIds(BULK_DELETIONS_MAX),
      confirm: z.number().int().describe("Number of different ids, as a safeguard."),
    }),
  }),
  scope: "none",
  faults: { userIds: "BULK_SIZE", confirm: "VALIDATION_ERROR" },
  errors: [],
});

export type BulkResult = z.infer<typeof BulkResult>;
