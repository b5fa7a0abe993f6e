import type { Feature } from "../../../feature.ts";
import { webAppsFallback } from "./web-apps.routes.ts";

/** The files of the learners' and the administrators' web app. */
export const webAppsFeature: Feature = {
  name: "web-apps",
  fallbacks: [webAppsFallback],
};
