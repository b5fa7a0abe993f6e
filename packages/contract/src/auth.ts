import { z } from "zod";
import { endpoint, enveloped } from "./endpoint.ts";
import { Timestamp } from "./common.ts";

/** Letters, digits and `. _ + -` before the at sign; a domain with a dot after it. */
const EMAIL = /^[a-z0-9._+-]{1,64}@(?=[^@]*\.)[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Trimmed and compared in lower case, so `A@b.c` and `a@b.c ` are one account. */
export const Email = z.string().trim().toLowerCase().max(254).regex(EMAIL);

export const Username = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}_\- ]+$/u)
  .refine((name) => [...name].length >= 2 && [...name].length <= 50);

export const Password = z
  .string()
  .min(8)
  .max(256)
  .refine((text) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\p{Nd}/u.test(text));

export const User = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  isBanned: z.boolean(),
  avatarUrl: z.string().optional(),
  createdAt: Timestamp.optional(),
});

export const AuthResult = z.object({ accessToken: z.string(), user: User });

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Create an account and sign in.",
  access: "none",
  stability: "stable",
  bucket: "auth",
  body: z.object({ email: Email, username: Username, password: Password }),
  faults: {
    email: "AUTH_INVALID_EMAIL",
    username: "AUTH_INVALID_USERNAME",
    password: "AUTH_WEAK_PASSWORD",
  },
  replies: { 201: enveloped(AuthResult) },
  errors: ["AUTH_EMAIL_EXISTS", "FORBIDDEN"],
});

export type User = z.infer<typeof User>;
export type AuthResult = z.infer<typeof AuthResult>;
