import type { Feature } from "../../../feature.ts";
import { lastSeenGate } from "./last-seen.service.ts";
import { usersRoutes } from "./users.routes.ts";
import { lastSeenFlush } from "./users.worker.ts";

/** Learners' accounts: names, passwords, roles, bans, and when they were last seen. */
export const usersFeature: Feature = {
  name: "users",
  routes: [usersRoutes],
  gates: [lastSeenGate],
  workers: [lastSeenFlush],
  owns: ["users"],
  personalTables: [{ table: "users", column: "id" }],
  auditTargets: [{ type: "user", table: "users", name: "username" }],
};
