import { z } from "zod";
import { endpoint, enveloped } from "./endpoint.ts";
import { LoggedOut, Timestamp, hasAtMost } from "./common.ts";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

/**
 * Before the at sign a dot-string of letters, digits and `_ + -`; after it a domain of at least two
 * labels that neither begin nor end with a hyphen (RFC 5321 without quoted local parts).
 */
const EMAIL = new RegExp(
  `^(?=[^@]{1,64}@)[a-z0-9_+-]+(?:\\.[a-z0-9_+-]+)*@(?:${LABEL}\\.)+${LABEL}$`,
);

/** The further rules, which read the whole text, are not applied to a text that is too long. */
const abort = { abort: true } as const;

/** Trimmed and compared in lower case, so `A@b.c` and `a@b.c ` are the same account. */
export const Email = z.string().trim().toLowerCase().max(254, abort).regex(EMAIL);

export const Username = z
  .string()
  .trim()
  .refine((name) => hasAtMost(name, 50) && [...name].length >= 2, abort)
  .regex(/^[\p{L}\p{N}_\- ]+$/u);

export const Password = z
  .string()
  .min(8)
  .max(256, abort)
  .refine((text) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\p{Nd}/u.test(text));

/** An address to look up; not validated, so that the reply does not reveal whether it exists. */
export const LookupEmail = z.string().trim().toLowerCase();

export const User = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  isBanned: z.boolean(),
  avatarUrl: z.string().optional(),
  createdAt: Timestamp.optional(),
});

export const AuthResult = z.object({ accessToken: z.string(), user: User });

const open = { access: "none", bucket: "auth" } as const;

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Create an account and sign in.",
  ...open,
  body: z.object({ email: Email, username: Username, password: Password }),
  faults: {
    email: "AUTH_INVALID_EMAIL",
    username: "AUTH_INVALID_USERNAME",
    password: "AUTH_WEAK_PASSWORD",
  },
  replies: { 201: enveloped(AuthResult) },
  errors: ["AUTH_EMAIL_EXISTS", "FORBIDDEN"],
});

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  summary: "Sign in. Also sets the cookies token and refresh_token.",
  ...open,
  body: z.object({ email: LookupEmail, password: z.string() }),
  replies: { 200: enveloped(AuthResult) },
  errors: ["AUTH_UNAUTHORIZED", "FORBIDDEN", "RATE_LIMITED"],
});

export const refresh = endpoint({
  method: "POST",
  path: "/api/auth/refresh",
  summary: "Exchange the refresh token for a new token pair. It works once.",
  ...open,
  replies: { 200: enveloped(AuthResult) },
  errors: ["AUTH_UNAUTHORIZED", "AUTH_REFRESH_RACED", "CSRF_ORIGIN", "FORBIDDEN"],
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "End every session of the caller.",
  access: "learner",
  replies: { 200: enveloped(LoggedOut) },
  errors: [],
});

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  summary: "Request a reset token. The reply does not reveal whether the account exists.",
  ...open,
  body: z.object({ email: Email }),
  faults: { email: "AUTH_INVALID_EMAIL" },
  replies: { 200: enveloped(z.object({ emailSent: z.literal(true), message: z.string() })) },
  errors: [],
});

export const verifyResetToken = endpoint({
  method: "POST",
  path: "/api/auth/verify-reset-token",
  summary: "Check whether a reset token is still valid, without using it up.",
  ...open,
  body: z.object({ token: z.string() }),
  replies: { 200: enveloped(z.object({ valid: z.boolean() })) },
  errors: [],
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Set a new password with a reset token. Ends all sessions and lifts a lock.",
  ...open,
  body: z.object({ token: z.string(), newPassword: Password }),
  faults: { newPassword: "AUTH_WEAK_PASSWORD" },
  replies: { 200: enveloped(z.object({})) },
  errors: ["AUTH_INVALID_RESET_TOKEN", "AUTH_EXPIRED_RESET_TOKEN"],
});

export type User = z.infer<typeof User>;
export type AuthResult = z.infer<typeof AuthResult>;
