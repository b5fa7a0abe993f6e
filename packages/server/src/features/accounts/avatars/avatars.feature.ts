import type { Feature } from "../../../feature.ts";
import { avatarsRoutes } from "./avatars.routes.ts";

/** Avatars: pictures of learners. */
export const avatarsFeature: Feature = {
  name: "avatars",
  routes: [avatarsRoutes],
};
