import type { Feature } from "../../../feature.ts";
import { apiKeysRoutes } from "./api-keys.routes.ts";

/** Keys of programs that act for an administrator. */
export const apiKeysFeature: Feature = {
  name: "api-keys",
  routes: [apiKeysRoutes],
  owns: ["api_keys"],
  auditTargets: [{ type: "api_key", table: "api_keys", name: "name" }],
};
