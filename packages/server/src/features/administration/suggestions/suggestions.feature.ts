import type { Feature } from "../../../feature.ts";
import { suggestionExpiry, suggestionFollow } from "./suggestions.worker.ts";
import { suggestionsRoutes } from "./suggestions.routes.ts";
import { whitelistRoutes } from "./whitelist.routes.ts";

/** Configuration changes suggested by the language model, and what it may change. */
export const suggestionsFeature: Feature = {
  name: "suggestions",
  routes: [suggestionsRoutes, whitelistRoutes],
  workers: [suggestionExpiry, suggestionFollow],
  owns: ["amas_suggestions", "advisor_whitelist"],
};
