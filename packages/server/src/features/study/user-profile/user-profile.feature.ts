import type { Feature } from "../../../feature.ts";
import { userProfileRoutes } from "./user-profile.routes.ts";

/** Habits, rewards and cognitive profile of a learner. */
export const userProfileFeature: Feature = {
  name: "user-profile",
  routes: [userProfileRoutes],
  owns: ["user_profiles"],
  personalTables: [{ table: "user_profiles", column: "user_id" }],
};
