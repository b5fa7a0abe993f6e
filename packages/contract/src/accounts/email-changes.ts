import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { Email } from "./auth.ts";

const own = { access: "learner", stability: "beta" } as const;

/** The address of an account, and the pending one. */
export const EmailState = z
  .object({
    email: z.string().describe("Address currently used to sign in, lowercase."),
    pending: z
      .object({
        email: z.string().describe("The new address, which received a link or a code."),
        requestedAt: Timestamp.describe("When the change was requested."),
        expiresAt: Timestamp.describe("When the link expires, 24 hours after the request."),
      })
      .nullable()
      .describe("The change that awaits confirmation; null if there is none."),
  })
  .meta({ id: "EmailState" });

export const readMyEmail = endpoint({
  method: "GET",
  path: "/api/users/me/email",
  summary: "The caller's address and any change that awaits confirmation.",
  ...own,
  replies: { 200: enveloped(EmailState) },
  errors: [],
});

/**
 * If the service can send mail, the change waits until the new address confirms it. The old address
 * is notified, and the reply does not reveal whether the new one has an account. Without mail the
 * change is immediate. A later request replaces an earlier one. Wrong passwords count as at the
 * sign-in; RATE_LIMITED with the right one means that the account is locked.
 */
export const changeMyEmail = endpoint({
  method: "PUT",
  path: "/api/users/me/email",
  summary: "Change the caller's address, at once or after the new address has confirmed it.",
  ...own,
  bucket: "auth",
  countedBy: "caller",
  givesBack: [],
  body: z.object({
    email: Email.describe("New address, at most 254 characters; trimmed and stored in lowercase."),
    currentPassword: z.string().describe("The caller's current password."),
  }),
  faults: { email: "AUTH_INVALID_EMAIL" },
  replies: { 200: enveloped(EmailState) },
  errors: ["AUTH_EMAIL_EXISTS", "AUTH_UNAUTHORIZED", "RATE_LIMITED"],
});

export const cancelMyEmailChange = endpoint({
  method: "DELETE",
  path: "/api/users/me/email/pending",
  summary: "Cancel the pending change of address, if there is one.",
  ...own,
  replies: { 200: enveloped(EmailState) },
  errors: [],
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/auth/confirm-email",
  summary: "Confirm a new address with the token sent to it. Existing sign-ins remain valid.",
  access: "none",
  stability: "beta",
  bucket: "auth",
  body: z.object({ token: z.string().describe("The token from the mail.") }),
  replies: {
    200: enveloped(
      z.object({ email: z.string().describe("The address used to sign in from now on.") }),
    ),
  },
  errors: ["AUTH_EMAIL_EXISTS", "EMAIL_CHANGE_INVALID"],
});

export type EmailState = z.infer<typeof EmailState>;
