import { z } from "zod";
import { Password, User, Username } from "./auth.ts";
import { Deleted, PasswordChanged } from "./common.ts";
import { endpoint, enveloped, stream } from "./endpoint.ts";

const learner = { access: "learner" } as const;

export const readMe = endpoint({
  method: "GET",
  path: "/api/users/me",
  summary: "The caller's account.",
  ...learner,
  replies: { 200: enveloped(User) },
  errors: [],
});

export const renameMe = endpoint({
  method: "PUT",
  path: "/api/users/me",
  summary: "Change the caller's user name.",
  ...learner,
  body: z.object({
    username: Username.describe(
      "New name: 2 to 50 letters with their combining marks, digits, spaces, hyphens or " +
        "underscores; trimmed, stored in NFC.",
    ),
  }),
  faults: { username: "USER_INVALID_USERNAME" },
  replies: { 200: enveloped(User) },
  errors: [],
});

export const changeMyPassword = endpoint({
  method: "PUT",
  path: "/api/users/me/password",
  summary: "Change the caller's password. Ends every session, including this one.",
  ...learner,
  body: z.object({
    currentPassword: z.string().describe("The caller's password as it is now."),
    newPassword: Password.describe("8 to 256 characters, with upper case, lower case and a digit."),
  }),
  faults: { newPassword: "AUTH_WEAK_PASSWORD" },
  replies: { 200: enveloped(PasswordChanged) },
  errors: ["AUTH_UNAUTHORIZED"],
});

export const UserStats = z.object({
  totalWordsLearned: z.number().int().describe("Words in any state but `new`, now."),
  totalSessions: z.number().int().describe("Learning sessions begun, running ones included."),
  totalRecords: z.number().int().describe("Answers of all time."),
  streakDays: z
    .number()
    .int()
    .describe(
      "Consecutive days of the learner's calendar with an answer, ending today or yesterday.",
    ),
  accuracyRate: z.number().describe("Share of right answers of all time, 0 to 1; 0 without any."),
});

export const readMyStats = endpoint({
  method: "GET",
  path: "/api/users/me/stats",
  summary: "The caller's overall statistics.",
  ...learner,
  replies: { 200: enveloped(UserStats) },
  errors: [],
});

export const deleteMe = endpoint({
  method: "DELETE",
  path: "/api/users/me",
  summary: "Erase the caller's account and all its data, irreversibly.",
  ...learner,
  replies: { 200: enveloped(Deleted) },
  errors: [],
});

/**
 * A file of JSON lines `{table, data}` in this order: profile, study_config, word_states,
 * favorites, notes, sessions, records. Empty tables except the profile are left out; records are
 * split into lines of 500. A last line of table `_error` means that the export is incomplete.
 */
export const exportMyData = endpoint({
  method: "GET",
  path: "/api/users/me/export",
  summary: "The caller's data as JSON lines; once in 24 hours.",
  ...learner,
  replies: { 200: stream("application/x-ndjson") },
  errors: ["GDPR_EXPORT_RATE_LIMITED"],
});

export type UserStats = z.infer<typeof UserStats>;
