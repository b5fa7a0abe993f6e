import type { Feature } from "../../../feature.ts";
import { deadLettersRoutes } from "./dead-letters.routes.ts";

/** Answers that could not be applied: administrators try them again or remove them. */
export const deadLettersFeature: Feature = {
  name: "dead-letters",
  routes: [deadLettersRoutes],
};
