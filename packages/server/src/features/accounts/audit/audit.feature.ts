import type { Feature } from "../../../feature.ts";

/** The audit log: one entry for each administrative write. */
export const auditFeature: Feature = {
  name: "audit",
  owns: ["audit_log"],
};
