import { z } from "zod";
import { Email, Password, Username } from "../accounts/auth.ts";
import {
  Deleted,
  done,
  LearnerId,
  paged,
  PageQuery,
  queryInteger,
  sortBy,
  Timestamp,
  trimmed,
} from "../core/common.ts";
import { csvFile, endpoint, enveloped } from "../core/endpoint.ts";

const admin = { access: "admin", stability: "beta" } as const;
const count = z.number().int().nonnegative();

const DAYS_MAX = 3_650;

/** A label that administrators assign; it grants no rights. */
export const LearnerRole = z
  .enum(["user", "staff"])
  .describe("A label that administrators assign; `staff` grants no rights.");

export const LearnerStatus = z.enum(["active", "inactive", "suspended"]).meta({
  description: "suspended: banned; inactive: no request for 7 days; otherwise active.",
});

export const LearnerAnswerStats = z.object({
  recordCount: count.describe("Number of answers of all time."),
  correctCount: count.describe("Number of right answers of all time."),
  last20Outcomes: z
    .array(z.boolean())
    .max(20)
    .describe("Whether each of the latest answers was right, oldest first."),
});

/** A learner's account as administrators see it. */
export const AdminUser = z.object({
  id: z.string().describe("Id of the account."),
  email: z.string().describe("E-mail address, lowercase."),
  username: z.string().describe("Name shown to the learner; not unique."),
  isBanned: z.boolean().describe("Whether the learner is banned."),
  createdAt: Timestamp.describe("When the account was created."),
  updatedAt: Timestamp.describe("Last change of name, address, password, role, avatar or ban."),
  failedLoginCount: count.describe("Number of wrong passwords in a row; 0 after a sign-in."),
  lockedUntil: Timestamp.nullable().describe(
    "End of the lock after too many wrong passwords; null if there is none.",
  ),
  role: LearnerRole,
  status: LearnerStatus,
  lastLoginAt: Timestamp.nullable().describe("Last sign-in; null if there was none."),
  lastSeenAt: Timestamp.nullable().describe(
    "Last request, to within a minute; null if there was none.",
  ),
  stats: LearnerAnswerStats.optional().describe(
    "Answer statistics; present with includeStats, and for a single account.",
  ),
});

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** Conditions for a list of learners; they are combined by AND. */
const LearnerFilter = z.object({
  search: trimmed(0, 100)
    .optional()
    .describe(
      "Part of the e-mail address or user name, ignoring case; no character is a wildcard.",
    ),
  banned: flag.optional().describe("true: only banned learners; false: only others."),
  role: LearnerRole.optional().describe("Only learners with this label."),
  status: LearnerStatus.optional().describe("Only learners with this status."),
  inactiveDays: queryInteger(1, DAYS_MAX)
    .optional()
    .describe("Only learners without a request for this many days, 1 to 3650."),
});

export const readPlatformStats = endpoint({
  method: "GET",
  path: "/api/admin/stats",
  summary: "Number of learners, words and answers, with their trend.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        users: count.describe("Number of learners' accounts."),
        words: count.describe("Number of words in the library."),
        records: count.describe("Number of answers of all time."),
        trend: z
          .object({
            users: trend("New accounts").describe("Trend of new accounts."),
            records: trend("Answers").describe("Trend of answers."),
          })
          .describe("Growth of accounts and answers."),
      }),
    ),
  },
  errors: [],
});

function trend(what: string) {
  return z.object({
    value: z
      .number()
      .describe(
        `${what} of the last 7 days compared with the previous 7, change in percent with one ` +
          "decimal; 0 if there are none in either, 100 if there are some only in the last 7 " +
          "days.",
      ),
    label: z.literal("7d").describe("The period compared: always the last 7 days."),
  });
}

export const pageLearners = endpoint({
  method: "GET",
  path: "/api/admin/users",
  summary: "Learners, by default newest account first.",
  ...admin,
  query: PageQuery.extend({
    ...LearnerFilter.shape,
    sort: sortBy(["createdAt", "lastSeenAt", "username", "email"], "-createdAt"),
    includeStats: flag.optional().describe("Adds `stats` to each row."),
  }),
  replies: { 200: enveloped(paged(AdminUser)) },
  errors: [],
});

export const readLearnerFacets = endpoint({
  method: "GET",
  path: "/api/admin/users/facets",
  summary: "Number of learners by status: active + inactive7d + banned = total.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        total: count.describe("Number of learners' accounts."),
        active: count.describe("Number of learners not banned, with a request within 7 days."),
        inactive7d: count.describe("Number of learners not banned, without a request for 7 days."),
        banned: count.describe("Number of banned learners."),
        admins: count.describe("Number of administrators' accounts; not part of the total."),
      }),
    ),
  },
  errors: [],
});

export const exportLearners = endpoint({
  method: "GET",
  path: "/api/admin/users/export.csv",
  summary: "Learners as CSV, with the filters of the list; adds an audit entry.",
  ...admin,
  query: LearnerFilter,
  replies: { 200: csvFile },
  errors: [],
});

export const createLearner = endpoint({
  method: "POST",
  path: "/api/admin/users",
  summary: "Create a learner's account, even while registration is closed.",
  ...admin,
  body: z.object({
    email: Email.describe(
      "Address of the account, at most 254 characters; trimmed and compared in lowercase.",
    ),
    username: Username.describe(
      "Name shown in the app: 2 to 50 letters with their combining marks, digits, spaces, " +
        "hyphens or underscores; trimmed and stored in NFC.",
    ),
    password: Password.describe(
      "8 to 256 characters, with an uppercase letter, a lowercase letter and a digit.",
    ),
    role: LearnerRole.nullish().describe("Default: user."),
  }),
  faults: {
    email: "AUTH_INVALID_EMAIL",
    username: "AUTH_INVALID_USERNAME",
    password: "AUTH_WEAK_PASSWORD",
    role: "USER_INVALID_ROLE",
  },
  replies: { 201: enveloped(AdminUser) },
  errors: ["AUTH_EMAIL_EXISTS"],
});

export const readLearner = endpoint({
  method: "GET",
  path: "/api/admin/users/:id",
  summary: "One learner, with answer statistics.",
  ...admin,
  replies: { 200: enveloped(AdminUser) },
  errors: ["NOT_FOUND"],
});

export const banLearner = endpoint({
  method: "POST",
  path: "/api/admin/users/:id/ban",
  summary: "Ban a learner: ends all sessions and streams, and flags the learner's devices.",
  ...admin,
  body: z.object({
    reason: trimmed(0, 500).nullish().describe("For the audit log; the learner does not see it."),
  }),
  faults: { reason: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        banned: done,
        userId: LearnerId,
        sessionsRevoked: count.describe("Number of sign-ins ended."),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const unbanLearner = endpoint({
  method: "POST",
  path: "/api/admin/users/:id/unban",
  summary: "End a learner's ban, and remove the device flags that it set.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        banned: z.literal(false).describe("Always false: the learner may sign in again."),
        userId: LearnerId,
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const resetLearnerPassword = endpoint({
  method: "POST",
  path: "/api/admin/users/:id/reset-password",
  summary: "Create a reset token for a learner; older tokens become void.",
  ...admin,
  scope: "none",
  replies: {
    200: enveloped(
      z.object({
        resetCreated: done,
        resetKey: z.string().describe("The token, to be handed to the learner; shown only here."),
        expiresInHours: z.literal(4).describe("Hours until the token expires, always 4."),
        message: z.string().describe("Instructions, in English."),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const listResetTokens = endpoint({
  method: "GET",
  path: "/api/admin/reset-tokens",
  summary: "Open reset tokens requested by learners; adds an audit entry.",
  ...admin,
  scope: "none",
  replies: {
    200: enveloped(
      z.object({
        tokens: z
          .array(
            z.object({
              userId: LearnerId,
              email: z.string().describe("Address of the account."),
              token: z.string().describe("The token, to be handed to the learner."),
              createdAt: Timestamp.describe("When the learner requested it."),
              expiresAt: Timestamp.describe("When it expires, 1 hour later."),
            }),
          )
          .describe("The open tokens, newest first."),
      }),
    ),
  },
  errors: [],
});

export const setLearnerPassword = endpoint({
  method: "POST",
  path: "/api/admin/users/:id/set-password",
  summary: "Replace a learner's password: ends all sessions and lifts a lock.",
  ...admin,
  scope: "none",
  body: z.object({
    newPassword: Password.describe(
      "8 to 256 characters, with an uppercase letter, a lowercase letter and a digit.",
    ),
  }),
  faults: { newPassword: "AUTH_WEAK_PASSWORD" },
  replies: {
    200: enveloped(
      z.object({
        passwordReset: done,
        userId: LearnerId,
        sessionsRevoked: count.describe("Number of sign-ins ended."),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const setLearnerRole = endpoint({
  method: "PATCH",
  path: "/api/admin/users/:id/role",
  summary: "Change a learner's label.",
  ...admin,
  body: z.object({ role: LearnerRole }),
  faults: { role: "USER_INVALID_ROLE" },
  replies: { 200: enveloped(AdminUser) },
  errors: ["NOT_FOUND"],
});

export const updateLearner = endpoint({
  method: "PATCH",
  path: "/api/admin/users/:id",
  summary: "Change a learner's name or address. A new address voids open reset tokens.",
  ...admin,
  scope: "none",
  body: z
    .object({
      email: Email.optional().describe(
        "New address, at most 254 characters; trimmed and stored in lowercase.",
      ),
      username: Username.optional().describe(
        "New name: 2 to 50 letters with their combining marks, digits, spaces, hyphens or " +
          "underscores; trimmed and stored in NFC.",
      ),
    })
    .describe("The changes; omitted fields are unchanged."),
  faults: { email: "AUTH_INVALID_EMAIL", username: "AUTH_INVALID_USERNAME" },
  replies: { 200: enveloped(AdminUser) },
  errors: ["NOT_FOUND", "AUTH_EMAIL_EXISTS"],
});

export const deleteLearner = endpoint({
  method: "DELETE",
  path: "/api/admin/users/:id",
  summary: "Erase a learner's account and all its data, irreversibly.",
  access: "super",
  stability: "beta",
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export type AdminUser = z.infer<typeof AdminUser>;
export type LearnerRole = z.infer<typeof LearnerRole>;
export type LearnerStatus = z.infer<typeof LearnerStatus>;
export type LearnerAnswerStats = z.infer<typeof LearnerAnswerStats>;
export type LearnerFilter = z.infer<typeof LearnerFilter>;
