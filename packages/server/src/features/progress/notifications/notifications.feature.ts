import type { Feature } from "../../../feature.ts";
import { notificationsRoutes } from "./notifications.routes.ts";
import { badgeAwards, notificationCleanup, weeklyReport } from "./notifications.worker.ts";

/** Notifications, badges and weekly reports. */
export const notificationsFeature: Feature = {
  name: "notifications",
  routes: [notificationsRoutes],
  workers: [badgeAwards, notificationCleanup, weeklyReport],
  owns: ["badges", "notifications"],
  personalTables: [
    { table: "badges", column: "user_id" },
    { table: "notifications", column: "user_id" },
  ],
  reads: ["daily_activity", "preferences", "users", "word_states"],
};
