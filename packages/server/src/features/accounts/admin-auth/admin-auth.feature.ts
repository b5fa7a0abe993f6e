import type { Feature } from "../../../feature.ts";
import { adminAuthRoutes } from "./admin-auth.routes.ts";

/** Administrators: the first one, sign-in, accounts. */
export const adminAuthFeature: Feature = {
  name: "admin-auth",
  routes: [adminAuthRoutes],
  owns: ["admins", "first_admin"],
};
