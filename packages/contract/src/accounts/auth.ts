import { z } from "zod";
import { Deleted, LearnerId, LoggedOut, Timestamp } from "../core/common.ts";
import { hasAtMost } from "../core/limits.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { NAME_SIGNS } from "./name-signs.ts";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

/**
 * Before the at sign: a dot-string of letters, digits and `_ + -`. After it: a domain of at least
 * two labels that neither begin nor end with a hyphen (RFC 5321 without quoted local parts).
 */
const EMAIL = new RegExp(
  `^(?=[^@]{1,64}@)[a-z0-9_+-]+(?:\\.[a-z0-9_+-]+)*@(?:${LABEL}\\.)+${LABEL}$`,
);

/** Stops validation of a text that is too long, because the other rules read the whole text. */
const abort = { abort: true } as const;

/** Trimmed and compared in lowercase, so `A@b.c` and `a@b.c ` are the same account. */
export const Email = z.string().trim().toLowerCase().max(254, abort).regex(EMAIL);

/** A name as people write it. Stored in NFC, so that the same name has the same code points. */
export const Username = z
  .string()
  .trim()
  .normalize("NFC")
  .refine((name) => hasAtMost(name, 50) && [...name].length >= 2, abort)
  // Not published as a pattern, because clients generated from an earlier document keep the
  // narrower one.
  .refine((name) => NAME_SIGNS.test(name));

export const Password = z
  .string()
  .min(8)
  .max(256, abort)
  .refine((text) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\p{Nd}/u.test(text));

/**
 * An address to look up. It is not validated, so that the reply does not reveal whether it exists.
 */
export const LookupEmail = z.string().trim().toLowerCase();

export const User = z.object({
  id: LearnerId,
  email: z.string().describe("Address used to sign in, lowercase; at most 254 characters."),
  username: z.string().describe("Name shown in the app, 2 to 50 characters; not unique."),
  isBanned: z
    .boolean()
    .describe("Whether an administrator has banned the account. A ban ends all its sign-ins."),
  avatarUrl: z
    .string()
    .optional()
    .describe(
      "Path of the learner's picture, relative to the service's base URL; absent if there is " +
        "none.",
    ),
  createdAt: Timestamp.optional().describe("When the account was created."),
});

export const AuthResult = z.object({
  accessToken: z
    .string()
    .describe(
      "Sent as `Authorization: Bearer`; a JWT valid for 1 hour unless the operator set " +
        "another lifetime.",
    ),
  user: User.describe("The account that is now signed in."),
});

const open = { access: "none", bucket: "auth" } as const;

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Create an account and sign in.",
  ...open,
  countedBy: "email",
  body: z.object({
    email: Email.describe(
      "Address of the new account, at most 254 characters; trimmed and compared in lowercase.",
    ),
    username: Username.describe(
      "Name shown in the app: 2 to 50 letters with their combining marks, digits, spaces, " +
        "hyphens or underscores; trimmed and stored in NFC.",
    ),
    password: Password.describe(
      "8 to 256 characters, with an uppercase letter, a lowercase letter and a digit.",
    ),
  }),
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
  countedBy: "email",
  givesBack: [],
  body: z.object({
    email: LookupEmail.describe("Address of the account; trimmed and compared in lowercase."),
    password: z.string().describe("The password, case-sensitive."),
  }),
  replies: { 200: enveloped(AuthResult) },
  errors: ["AUTH_UNAUTHORIZED", "FORBIDDEN", "RATE_LIMITED"],
});

export const refresh = endpoint({
  method: "POST",
  path: "/api/auth/refresh",
  summary:
    "Exchange the refresh token for a new token pair. A refresh token works once; if the " +
    "reply was lost, the same device can get another pair after 30 seconds.",
  ...open,
  givesBack: ["AUTH_REFRESH_RACED"],
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
  countedBy: "email",
  body: z.object({
    email: Email.describe(
      "Address to send the token to if it has an account; trimmed and compared in lowercase.",
    ),
  }),
  faults: { email: "AUTH_INVALID_EMAIL" },
  replies: {
    200: enveloped(
      z.object({
        emailSent: z.literal(true).describe("Always true, whether or not the account exists."),
        message: z.string().describe("What to do next, in English, for people."),
      }),
    ),
  },
  errors: [],
});

export const verifyResetToken = endpoint({
  method: "POST",
  path: "/api/auth/verify-reset-token",
  summary: "Check whether a reset token is still valid, without using it up.",
  ...open,
  countedBy: "token",
  body: z.object({
    token: z.string().describe("The token from the mail, or as handed over by an administrator."),
  }),
  replies: {
    200: enveloped(
      z.object({ valid: z.boolean().describe("False if the token is unknown, used or expired.") }),
    ),
  },
  errors: [],
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Set a new password with a reset token. Ends all sessions and lifts a lock.",
  ...open,
  countedBy: "token",
  body: z.object({
    token: z
      .string()
      .describe("The token from the mail, or as handed over by an administrator; it works once."),
    newPassword: Password.describe(
      "8 to 256 characters, with an uppercase letter, a lowercase letter and a digit.",
    ),
  }),
  faults: { newPassword: "AUTH_WEAK_PASSWORD" },
  replies: { 200: enveloped(z.object({})) },
  errors: ["AUTH_INVALID_RESET_TOKEN", "AUTH_EXPIRED_RESET_TOKEN"],
});

export type User = z.infer<typeof User>;
export type AuthResult = z.infer<typeof AuthResult>;

const learner = { access: "learner", stability: "beta" } as const;

/** One sign-in on one device. Its id stays the same when tokens are refreshed. */
export const SignIn = z.object({
  id: z.string().describe("Id of the sign-in, a UUID; refreshing tokens does not change it."),
  createdAt: Timestamp.describe("When the learner signed in."),
  lastUsedAt: Timestamp.meta({
    description:
      "Last sign-in or refresh; a client in use refreshes before its access token expires.",
  }),
  current: z.boolean().meta({ description: "Whether this request belongs to the sign-in." }),
  device: z
    .object({
      platform: z.string().nullable().meta({
        description: "Platform as the client sent it in x-device-platform at sign-in or refresh.",
      }),
      label: z.string().nullable().meta({
        description:
          "Browser or app, and operating system, such as `Firefox, Linux`; null if unknown.",
      }),
    })
    .describe("The device on which the learner signed in."),
});

export const listMySignIns = endpoint({
  method: "GET",
  path: "/api/users/me/sessions",
  summary: "The caller's valid sign-ins, latest first.",
  ...learner,
  replies: { 200: enveloped(z.array(SignIn)) },
  errors: [],
});

export const endMySignIn = endpoint({
  method: "DELETE",
  path: "/api/users/me/sessions/:id",
  summary: "End one of the caller's sign-ins; ending the current one signs out.",
  ...learner,
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export const endMyOtherSignIns = endpoint({
  method: "DELETE",
  path: "/api/users/me/sessions",
  summary: "End all of the caller's sign-ins except the current one.",
  ...learner,
  replies: {
    200: enveloped(z.object({ ended: z.number().int().describe("Number of sign-ins ended.") })),
  },
  errors: [],
});

export type SignIn = z.infer<typeof SignIn>;
