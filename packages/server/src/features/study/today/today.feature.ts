import type { Feature } from "../../../feature.ts";
import { todayRoutes } from "./today.routes.ts";

/** What a learner has to study today and on the next days. */
export const todayFeature: Feature = {
  name: "today",
  routes: [todayRoutes],
};
