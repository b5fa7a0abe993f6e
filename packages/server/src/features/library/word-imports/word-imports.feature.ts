import type { Feature } from "../../../feature.ts";
import { wordImportsRoutes } from "./word-imports.routes.ts";

/** Word lists from anywhere on the web. */
export const wordImportsFeature: Feature = {
  name: "word-imports",
  routes: [wordImportsRoutes],
};
