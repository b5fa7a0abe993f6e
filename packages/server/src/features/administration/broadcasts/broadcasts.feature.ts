import type { Feature } from "../../../feature.ts";
import { broadcastsRoutes } from "./broadcasts.routes.ts";
import { scheduledBroadcast } from "./broadcasts.worker.ts";

/** Administrators' broadcasts to learners: audience, schedule, delivery, readers. */
export const broadcastsFeature: Feature = {
  name: "broadcasts",
  routes: [broadcastsRoutes],
  workers: [scheduledBroadcast],
  owns: ["broadcast_users", "broadcasts"],
  personalTables: [{ table: "broadcast_users", column: "user_id" }],
  reads: ["admins", "devices", "notifications", "users"],
  auditTargets: [{ type: "broadcast", table: "broadcasts", name: "title" }],
};
