import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { Email } from "./auth.ts";

const own = { access: "learner", stability: "beta" } as const;

/** The address of an account, and the one that waits to take its place. */
export const EmailState = z
  .object({
    email: z.string().describe("Address used to sign in now, in lower case."),
    pending: z
      .object({
        email: z.string().describe("The new address, which was sent a link or a code."),
        requestedAt: Timestamp.describe("When the change was asked for."),
        expiresAt: Timestamp.describe("When the link ends, 24 hours later."),
      })
      .nullable()
      .describe("The change that waits to be confirmed; null if there is none."),
  })
  .meta({ id: "EmailState" });

export const readMyEmail = endpoint({
  method: "GET",
  path: "/api/users/me/email",
  summary: "The caller's address, and a change of it that waits to be confirmed.",
  ...own,
  replies: { 200: enveloped(EmailState) },
  errors: [],
});

/**
 * Where the service sends mail, the change waits until the new address confirms it, the old one is
 * told, and the reply does not reveal whether the new one has an account. Without mail it is done
 * at once. A later request replaces an earlier one.
 */
export const changeMyEmail = endpoint({
  method: "PUT",
  path: "/api/users/me/email",
  summary: "Change the caller's address: at once, or once the new address has confirmed it.",
  ...own,
  bucket: "auth",
  body: z.object({
    email: Email.describe("New address, at most 254 characters; trimmed, stored in lower case."),
    currentPassword: z.string().describe("The caller's password as it is now."),
  }),
  faults: { email: "AUTH_INVALID_EMAIL" },
  replies: { 200: enveloped(EmailState) },
  errors: ["AUTH_EMAIL_EXISTS", "AUTH_UNAUTHORIZED", "RATE_LIMITED"],
});

export const cancelMyEmailChange = endpoint({
  method: "DELETE",
  path: "/api/users/me/email/pending",
  summary: "Cancel the change of address that waits to be confirmed, if there is one.",
  ...own,
  replies: { 200: enveloped(EmailState) },
  errors: [],
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/auth/confirm-email",
  summary: "Confirm a new address by the token that it was sent. Sign-ins stay as they are.",
  ...{ access: "none", stability: "beta", bucket: "auth" },
  body: z.object({ token: z.string().describe("The token from the mail.") }),
  replies: {
    200: enveloped(
      z.object({ email: z.string().describe("The address that is used to sign in from now on.") }),
    ),
  },
  errors: ["AUTH_EMAIL_EXISTS", "EMAIL_CHANGE_INVALID"],
});

export type EmailState = z.infer<typeof EmailState>;
