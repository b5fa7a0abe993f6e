import type { Feature } from "../../../feature.ts";
import { adminNoticesRoutes } from "./admin-notices.routes.ts";

/** Notifications for administrators about failures, open tasks and overdue work. */
export const adminNoticesFeature: Feature = {
  name: "admin-notices",
  routes: [adminNoticesRoutes],
  owns: ["admin_notices", "admin_notice_reads", "admin_notice_marks"],
  reads: ["admins"],
};
