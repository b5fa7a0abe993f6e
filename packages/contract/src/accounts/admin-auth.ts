import { z } from "zod";
import { AdminId, done, LoggedOut, PasswordChanged, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { LookupEmail } from "./auth.ts";

export const AdminRole = z
  .enum(["super_admin", "admin"])
  .describe(
    "super_admin: may do everything; admin: everything except administrators' accounts, API " +
      "keys, probes and erasures.",
  );

/** An administrator's account as returned to administrators. */
export const AdminIdentity = z.object({
  id: AdminId,
  email: z.string().describe("Address used to sign in, lowercase."),
  role: AdminRole,
});

export const AdminSignIn = z.object({
  token: z
    .string()
    .describe(
      "Sent as `Authorization: Bearer`; a JWT valid for 2 hours, or 30 days with rememberMe, " +
        "unless the operator set other lifetimes.",
    ),
  admin: AdminIdentity.describe("The account that is now signed in."),
});

export const readSetupStatus = endpoint({
  method: "GET",
  path: "/api/admin/auth/status",
  summary: "Whether an administrator exists yet.",
  access: "none",
  stability: "beta",
  scope: "none",
  bucket: "unlimited",
  replies: {
    200: enveloped(
      z.object({
        initialized: z.boolean().describe("False until the first administrator is created."),
      }),
    ),
  },
  errors: [],
});

/**
 * The service validates address and password, not the schema, because ADMIN_ALREADY_EXISTS and
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
    email: z.string().describe("Address of the new account; trimmed and compared in lowercase."),
    password: z
      .string()
      .describe("8 to 256 characters, with an uppercase letter, a lowercase letter and a digit."),
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
    email: LookupEmail.describe("Address of the account; trimmed and compared in lowercase."),
    password: z.string().describe("The password, case-sensitive."),
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

// The service validates addresses and passwords: an invalid one must not hide that one is taken.
const signedInOnly = { stability: "beta", scope: "none" } as const;

/** An administrator's account as other administrators see it. */
export const AdminAccount = z.object({
  id: AdminId,
  email: z.string().describe("Address used to sign in, lowercase."),
  role: AdminRole,
  createdAt: Timestamp.describe("When the account was created."),
});

/** An account in the list. */
export const ListedAdmin = AdminAccount.extend({
  lockedUntil: Timestamp.nullable().meta({
    description: "End of the lock after five wrong passwords in a row; null if not locked.",
  }),
});

export const AdminDraft = z.object({
  email: z.string().meta({ description: "Trimmed; compared and stored in lowercase." }),
  password: z.string().meta({
    description: "8 to 256 characters, with an uppercase letter, a lowercase letter and a digit.",
  }),
  role: AdminRole.nullish()
    .transform((role) => role ?? "admin")
    .describe("Default: admin."),
});

/** One sign-in of an administrator. */
export const AdminSession = z.object({
  id: z.string().describe("Id of the sign-in, a UUID."),
  adminId: AdminId,
  createdAt: Timestamp.describe("When the administrator signed in."),
  lastSeenAt: Timestamp.meta({ description: "Last request, to the minute." }),
  expiresAt: Timestamp.describe(
    "When the sign-in expires, unless the administrator signs out first.",
  ),
  ip: z.string().nullable().meta({ description: "IP address at sign-in; null if unknown." }),
  userAgent: z.string().nullable().meta({
    description: "User agent as sent at sign-in, at most 256 characters; null if unknown.",
  }),
  current: z.boolean().meta({ description: "Whether this request belongs to the sign-in." }),
});

export const listAdminAccounts = endpoint({
  method: "GET",
  path: "/api/admin/settings/admins",
  summary: "All administrators, oldest first.",
  access: "admin",
  ...signedInOnly,
  replies: {
    200: enveloped(
      z.object({ admins: z.array(ListedAdmin).describe("All accounts, oldest first.") }),
    ),
  },
  errors: [],
});

export const createAdminAccount = endpoint({
  method: "POST",
  path: "/api/admin/settings/admins",
  summary: "Create an administrator.",
  access: "super",
  ...signedInOnly,
  body: AdminDraft,
  faults: { role: "INVALID_ADMIN_ROLE" },
  replies: { 201: enveloped(AdminAccount) },
  errors: ["ADMIN_INVALID_EMAIL", "ADMIN_WEAK_PASSWORD", "AUTH_EMAIL_EXISTS"],
});

export const setAdminRole = endpoint({
  method: "PATCH",
  path: "/api/admin/settings/admins/:id/role",
  summary: "Change an administrator's role; it takes effect with their next request.",
  access: "super",
  ...signedInOnly,
  body: z.object({ role: AdminRole }),
  faults: { role: "INVALID_ADMIN_ROLE" },
  replies: { 200: enveloped(ListedAdmin) },
  errors: ["NOT_FOUND", "LAST_SUPER_ADMIN"],
});

export const deleteAdminAccount = endpoint({
  method: "DELETE",
  path: "/api/admin/settings/admins/:id",
  summary: "Delete an administrator; all their sign-ins end and all their API keys are revoked.",
  access: "super",
  ...signedInOnly,
  replies: { 200: enveloped(z.object({ deleted: done, adminId: AdminId })) },
  errors: ["NOT_FOUND", "CANNOT_DELETE_SELF", "LAST_SUPER_ADMIN"],
});

export const changeAdminPassword = endpoint({
  method: "PUT",
  path: "/api/admin/settings/admins/me/password",
  summary: "Change the caller's password; all their sign-ins end, including this one.",
  access: "admin",
  ...signedInOnly,
  body: z.object({
    currentPassword: z.string().describe("The caller's current password."),
    newPassword: z
      .string()
      .describe("8 to 256 characters, with an uppercase letter, a lowercase letter and a digit."),
  }),
  replies: { 200: enveloped(PasswordChanged) },
  errors: ["AUTH_UNAUTHORIZED", "ADMIN_WEAK_PASSWORD"],
});

export const listAdminSessions = endpoint({
  method: "GET",
  path: "/api/admin/settings/sessions",
  summary: "An administrator's valid sign-ins, latest first.",
  access: "admin",
  ...signedInOnly,
  query: z.object({
    adminId: z
      .string()
      .optional()
      .meta({
        description:
          "Id of the administrator; default: the caller. Only super administrators may name " +
          "another.",
      }),
  }),
  replies: {
    200: enveloped(
      z.object({
        sessions: z.array(AdminSession).describe("Valid sign-ins, latest first."),
      }),
    ),
  },
  errors: ["FORBIDDEN"],
});

export const endAdminSession = endpoint({
  method: "DELETE",
  path: "/api/admin/settings/sessions/:id",
  summary: "End a sign-in: one's own or, as a super administrator, any administrator's.",
  access: "admin",
  ...signedInOnly,
  replies: { 200: enveloped(z.object({ revoked: done })) },
  errors: ["NOT_FOUND"],
});

export type AdminAccount = z.infer<typeof AdminAccount>;

export type ListedAdmin = z.infer<typeof ListedAdmin>;

export type AdminSession = z.infer<typeof AdminSession>;
