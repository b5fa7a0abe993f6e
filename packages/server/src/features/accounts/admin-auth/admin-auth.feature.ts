import type { Feature } from "../../../feature.ts";
import { adminAccountsRoutes } from "./admin-accounts.routes.ts";
import { adminAuthRoutes } from "./admin-auth.routes.ts";

/** Administrators: setup of the first one, sign-in, accounts. */
export const adminAuthFeature: Feature = {
  name: "admin-auth",
  routes: [adminAuthRoutes, adminAccountsRoutes],
  owns: ["admins", "first_admin", "setup_tokens"],
  auditTargets: [{ type: "admin", table: "admins", name: "email" }],
};
