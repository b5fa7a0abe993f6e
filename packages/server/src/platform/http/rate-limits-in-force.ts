import type { Deps } from "../../deps.ts";
import { perApp } from "../memory/per-app.ts";
import { rateLimitsOf, type RateLimitValues } from "../settings/rate-limit-values.ts";

type Needs = Pick<Deps, "database" | "settings">;

/**
 * The limits that requests are counted against. Every request needs them, so they are at hand;
 * whoever reads the stored settings replaces `values`.
 */
export const rateLimitsInForce: (needs: Needs) => { values: RateLimitValues } = perApp(
  ({ settings }: Needs) => ({ values: rateLimitsOf(settings) }),
);
