import type { Feature } from "../../../feature.ts";
import { auditRoutes } from "./audit.routes.ts";

/** The audit log: one entry for each administrative write. */
export const auditFeature: Feature = {
  name: "audit",
  routes: [auditRoutes],
  owns: ["audit_log"],
  reads: ["admins", "api_keys"],
};
