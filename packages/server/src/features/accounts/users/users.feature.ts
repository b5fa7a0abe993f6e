import type { Feature } from "../../../feature.ts";
import { usersRoutes } from "./users.routes.ts";

/** Learners' accounts: names, passwords, roles, bans. */
export const usersFeature: Feature = {
  name: "users",
  routes: [usersRoutes],
  owns: ["users"],
  personalTables: [{ table: "users", column: "id" }],
};
