import type { Deps } from "../../deps.ts";
import { perApp } from "../memory/per-app.ts";
import { rateLimitsOf, type RateLimitValues } from "../settings/rate-limit-values.ts";
import { networksIn } from "../settings/setting-types.ts";
import { rangeTest } from "./address-ranges.ts";

type Needs = Pick<Deps, "database" | "settings">;

/** What requests are counted against. */
export interface LimitsInForce {
  readonly values: RateLimitValues;
  /** Whether many people share this address: RATE_LIMIT_EXEMPT, or what is stored in its place. */
  readonly isShared: (ip: string) => boolean;
}

interface Kept {
  now: LimitsInForce;
  networks: string;
}

/** Every request needs them, so they are at hand; whoever reads the stored settings sets them. */
const kept: (needs: Needs) => Kept = perApp(({ settings }: Needs) => {
  const networks = settings.RATE_LIMIT_EXEMPT;
  const isShared = rangeTest(networksIn(networks));
  return { now: { values: rateLimitsOf(settings), isShared }, networks };
});

export function rateLimitsInForce(needs: Needs): LimitsInForce {
  return kept(needs).now;
}

/** Puts stored settings in force in this process. @param networks  a valid list, or empty */
export function setRateLimits(needs: Needs, values: RateLimitValues, networks: string): void {
  const before = kept(needs);
  const isShared =
    networks === before.networks ? before.now.isShared : rangeTest(networksIn(networks));
  before.networks = networks;
  before.now = { values, isShared };
}
