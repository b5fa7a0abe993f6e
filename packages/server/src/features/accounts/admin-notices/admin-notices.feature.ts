import type { Feature } from "../../../feature.ts";

/** Notifications for administrators: what failed, what waits, what is due. */
export const adminNoticesFeature: Feature = {
  name: "admin-notices",
  owns: ["admin_notices", "admin_notice_reads", "admin_notice_marks"],
};
