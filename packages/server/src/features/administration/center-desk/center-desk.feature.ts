import type { Feature } from "../../../feature.ts";
import { centerDeskRoutes } from "./center-desk.routes.ts";

/** System books from the operator's wordbook center and from uploaded files. */
export const centerDeskFeature: Feature = {
  name: "center-desk",
  routes: [centerDeskRoutes],
};
