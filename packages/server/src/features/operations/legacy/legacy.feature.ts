import type { Feature } from "../../../feature.ts";
import { legacyFallback } from "./legacy.routes.ts";

/** Answers to the retired `/api/v1`. */
export const legacyFeature: Feature = {
  name: "legacy",
  fallbacks: [legacyFallback],
};
