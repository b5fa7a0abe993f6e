import { usualPaces, type LinkPaces } from "../../platform/peers/redis-link.ts";

/**
 * For a link to Redis in tests of outages: it detects them soon without mistaking a busy machine
 * for one, and reconnects at once.
 */
export const quickPaces: LinkPaces = {
  ...usualPaces,
  connectsWithinMs: 600,
  answersWithinMs: 600,
  retryAfterMs: 50,
  readWaitsMs: 150,
};
