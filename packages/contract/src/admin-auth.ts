import { z } from "zod";
import { LookupEmail } from "./auth.ts";
import { AdminId, LoggedOut } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

export const AdminRole = z
  .enum(["super_admin", "admin"])
  .describe(
    "super_admin: everything; admin: everything but administrators' accounts, API " +
      "keys, probes and erasures.",
  );

/** An administrator's account as returned to administrators. */
export const AdminIdentity = z.object({
  id: AdminId,
  email: z.string().describe("Address used to sign in, in lower case."),
  role: AdminRole,
});

export const AdminSignIn = z.object({
  token: z
    .string()
    .describe(
      "Sent as `Authorization: Bearer`; a JWT that lives 2 hours, or 30 days with " +
        "rememberMe, unless the operator chose otherwise.",
    ),
  admin: AdminIdentity.describe("The account that is signed in now."),
});

export const readSetupStatus = endpoint({
  method: "GET",
  path: "/api/admin/auth/status",
  summary: "Whether there is an administrator yet.",
  access: "none",
  stability: "beta",
  scope: "none",
  bucket: "unlimited",
  replies: {
    200: enveloped(
      z.object({
        initialized: z.boolean().describe("False until the first administrator was made."),
      }),
    ),
  },
  errors: [],
});

/**
 * Address and password are validated by the service, not here, because ADMIN_ALREADY_EXISTS and
 * SETUP_TOKEN_INVALID take precedence.
 */
export const setupAdmin = endpoint({
  method: "POST",
  path: "/api/admin/auth/setup",
  summary: "Create the first administrator, with the setup token from the service's log.",
  access: "none",
  stability: "beta",
  scope: "none",
  bucket: "admin_auth",
  body: z.object({
    email: z.string().describe("Address of the new account; trimmed, compared in lower case."),
    password: z.string().describe("8 to 256 characters, with upper case, lower case and a digit."),
    setupToken: z
      .string()
      .optional()
      .describe(
        "The token that the service wrote to its log and to `setup-token` in its data " +
          "directory.",
      ),
  }),
  replies: { 201: enveloped(AdminSignIn) },
  errors: [
    "ADMIN_ALREADY_EXISTS",
    "SETUP_TOKEN_INVALID",
    "ADMIN_INVALID_EMAIL",
    "ADMIN_WEAK_PASSWORD",
  ],
});

export const loginAdmin = endpoint({
  method: "POST",
  path: "/api/admin/auth/login",
  summary: "Sign in as an administrator.",
  access: "none",
  stability: "beta",
  scope: "none",
  bucket: "admin_auth",
  countedBy: "email",
  givesBack: [],
  body: z.object({
    email: LookupEmail.describe("Address of the account; trimmed, compared in lower case."),
    password: z.string().describe("The password as it was chosen; upper and lower case differ."),
    rememberMe: z
      .boolean()
      .nullish()
      .describe("Whether to stay signed in for 30 days instead of 2 hours; default: false."),
  }),
  replies: { 200: enveloped(AdminSignIn) },
  errors: ["AUTH_UNAUTHORIZED", "RATE_LIMITED"],
});

export const verifyAdmin = endpoint({
  method: "GET",
  path: "/api/admin/auth/verify",
  summary: "The administrator the token belongs to.",
  access: "admin",
  stability: "beta",
  bucket: "admin_auth",
  givesBack: [],
  replies: { 200: enveloped(AdminIdentity) },
  errors: [],
});

export const logoutAdmin = endpoint({
  method: "POST",
  path: "/api/admin/auth/logout",
  summary: "End the administrator's current session.",
  access: "admin",
  stability: "beta",
  scope: "none",
  bucket: "admin_auth",
  givesBack: [],
  replies: { 200: enveloped(LoggedOut) },
  errors: [],
});

export type AdminIdentity = z.infer<typeof AdminIdentity>;
export type AdminSignIn = z.infer<typeof AdminSignIn>;
