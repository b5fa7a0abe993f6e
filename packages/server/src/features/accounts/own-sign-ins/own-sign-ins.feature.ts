import type { Feature } from "../../../feature.ts";
import { ownSignInsRoutes } from "./own-sign-ins.routes.ts";

/** A learner's sign-ins on all devices; `auth` opens them. */
export const ownSignInsFeature: Feature = {
  name: "own-sign-ins",
  routes: [ownSignInsRoutes],
};
