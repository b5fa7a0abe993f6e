import { z } from "zod";
import { PasswordChanged } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { Password, User, Username } from "./auth.ts";

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
        "underscores; trimmed and stored in NFC.",
    ),
  }),
  faults: { username: "USER_INVALID_USERNAME" },
  replies: { 200: enveloped(User) },
  errors: [],
});

/** Wrong passwords count as at the sign-in; RATE_LIMITED with the right one: it is locked. */
export const changeMyPassword = endpoint({
  method: "PUT",
  path: "/api/users/me/password",
  summary: "Change the caller's password. Ends every session, including this one.",
  ...learner,
  body: z.object({
    currentPassword: z.string().describe("The caller's current password."),
    newPassword: Password.describe(
      "8 to 256 characters, with an uppercase letter, a lowercase letter and a digit.",
    ),
  }),
  faults: { newPassword: "AUTH_WEAK_PASSWORD" },
  replies: { 200: enveloped(PasswordChanged) },
  errors: ["AUTH_UNAUTHORIZED"],
});
