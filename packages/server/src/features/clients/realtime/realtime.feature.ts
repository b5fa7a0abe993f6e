import type { Feature } from "../../../feature.ts";
import { realtimeRoutes } from "./realtime.routes.ts";

/** Event streams of learners and administrators. */
export const realtimeFeature: Feature = {
  name: "realtime",
  routes: [realtimeRoutes],
};
