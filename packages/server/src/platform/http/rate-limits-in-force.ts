import type { Deps } from "../../deps.ts";
import { perApp } from "../memory/per-app.ts";
import { rateLimitsOf, type RateLimitValues } from "../settings/rate-limit-values.ts";
import { networksIn } from "../settings/setting-types.ts";
import { rangeTest } from "./address-ranges.ts";

type Needs = Pick<Deps, "database" | "settings">;

/** The limits against which requests are counted. */
export interface LimitsInForce {
  readonly values: RateLimitValues;
  /**
   * Whether many people share this address: RATE_LIMIT_EXEMPT, or the stored value that replaces
   * it.
   */
  readonly isShared: (ip: string) => boolean;
  /** The list that `isShared` tests. */
  readonly networks: string;
}

interface Kept {
  now: LimitsInForce;
}

/** Kept in memory because every request needs them; the reader of the stored settings sets them. */
const kept: (needs: Needs) => Kept = perApp(({ settings }: Needs) => {
  const networks = settings.RATE_LIMIT_EXEMPT;
  const isShared = rangeTest(networksIn(networks));
  return { now: { values: rateLimitsOf(settings), isShared, networks } };
});

export function rateLimitsInForce(needs: Needs): LimitsInForce {
  return kept(needs).now;
}

/** Applies stored settings in this process. @param networks  a valid list, or empty */
export function setRateLimits(needs: Needs, values: RateLimitValues, networks: string): void {
  const held = kept(needs);
  const isShared =
    networks === held.now.networks ? held.now.isShared : rangeTest(networksIn(networks));
  held.now = { values, isShared, networks };
}
