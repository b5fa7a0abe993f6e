import type { Feature } from "../../../feature.ts";
import { learnersRoutes } from "./learners.routes.ts";

/** Learners' accounts as administrators see and change them: lists, bans, passwords, roles. */
export const learnersFeature: Feature = {
  name: "learners",
  routes: [learnersRoutes],
  reads: ["admins", "daily_activity", "records", "users"],
};
