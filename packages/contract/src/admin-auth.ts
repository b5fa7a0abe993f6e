import { z } from "zod";
import { LookupEmail } from "./auth.ts";
import { LoggedOut } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

export const AdminRole = z.enum(["super_admin", "admin"]);

/** An administrator's account as returned to administrators. */
export const AdminIdentity = z.object({ id: z.string(), email: z.string(), role: AdminRole });

export const AdminSignIn = z.object({ token: z.string(), admin: AdminIdentity });

export const readSetupStatus = endpoint({
  method: "GET",
  path: "/api/admin/auth/status",
  summary: "Whether there is an administrator yet.",
  access: "none",
  stability: "beta",
  scope: "none",
  bucket: "unlimited",
  replies: { 200: enveloped(z.object({ initialized: z.boolean() })) },
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
  body: z.object({ email: z.string(), password: z.string(), setupToken: z.string().optional() }),
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
  body: z.object({
    email: LookupEmail,
    password: z.string(),
    rememberMe: z.boolean().nullish(),
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
  replies: { 200: enveloped(LoggedOut) },
  errors: [],
});

export type AdminIdentity = z.infer<typeof AdminIdentity>;
export type AdminSignIn = z.infer<typeof AdminSignIn>;
