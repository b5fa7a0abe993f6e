import type { Feature } from "../../../feature.ts";
import { avatarsRoutes } from "./avatars.routes.ts";

/** Pictures of learners. */
export const avatarsFeature: Feature = {
  name: "avatars",
  routes: [avatarsRoutes],
};
