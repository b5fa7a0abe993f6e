import { usualPaces, type LinkPaces } from "../../platform/peers/redis-link.ts";

/**
 * Of a link to Redis whose outages a test is about: it notices them soon, but does not take a busy
 * machine for one, and tries again at once.
 */
export const quickPaces: LinkPaces = {
  ...usualPaces,
  connectsWithinMs: 600,
  answersWithinMs: 600,
  retryAfterMs: 50,
  readWaitsMs: 150,
};
