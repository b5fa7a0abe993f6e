import type { Feature } from "../../../feature.ts";
import { suggestionExpiry, suggestionFollow } from "./suggestions.worker.ts";
import { suggestionsRoutes } from "./suggestions.routes.ts";
import { whitelistRoutes } from "./whitelist.routes.ts";

/** Changes of the engine's configuration that the language model suggests; what it may change. */
export const suggestionsFeature: Feature = {
  name: "suggestions",
  routes: [suggestionsRoutes, whitelistRoutes],
  workers: [suggestionExpiry, suggestionFollow],
  owns: ["amas_suggestions", "advisor_whitelist"],
};
