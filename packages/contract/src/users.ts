import { z } from "zod";
import { Password, User, Username } from "./auth.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const learner = { access: "learner", stability: "stable" } as const;

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
  summary: "Change the caller's name.",
  ...learner,
  body: z.object({ username: Username }),
  faults: { username: "USER_INVALID_USERNAME" },
  replies: { 200: enveloped(User) },
  errors: [],
});

export const changeMyPassword = endpoint({
  method: "PUT",
  path: "/api/users/me/password",
  summary: "Change the caller's password. Ends every session, this one too.",
  ...learner,
  body: z.object({ currentPassword: z.string(), newPassword: Password }),
  faults: { newPassword: "AUTH_WEAK_PASSWORD" },
  replies: { 200: enveloped(z.object({ passwordChanged: z.literal(true) })) },
  errors: ["AUTH_UNAUTHORIZED"],
});
