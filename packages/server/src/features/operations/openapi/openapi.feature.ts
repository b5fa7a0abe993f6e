import type { Feature } from "../../../feature.ts";
import { openApiRoutes } from "./openapi.routes.ts";

/** The OpenAPI document. */
export const openapiFeature: Feature = {
  name: "openapi",
  routes: [openApiRoutes],
};
