import type { Feature } from "../../../feature.ts";
import { notificationsRoutes } from "./notifications.routes.ts";
import {
  badgeAwards,
  forgettingAlert,
  notificationCleanup,
  weeklyReport,
} from "./notifications.worker.ts";

/** Notifications, badges, reminders and weekly reports. */
export const notificationsFeature: Feature = {
  name: "notifications",
  routes: [notificationsRoutes],
  workers: [badgeAwards, forgettingAlert, notificationCleanup, weeklyReport],
  owns: ["badges", "notifications"],
  personalTables: [
    { table: "badges", column: "user_id" },
    { table: "notifications", column: "user_id" },
  ],
  reads: ["daily_activity", "preferences", "suspended_words", "users", "word_states", "words"],
};
