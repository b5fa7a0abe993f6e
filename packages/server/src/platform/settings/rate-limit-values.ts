import { rateLimitBuckets, type RateLimitBucket } from "@wordloom/contract";
import type { Settings } from "./settings.ts";

/** At most `max` requests in `window_secs` seconds. */
export interface RateLimitValue {
  readonly window_secs: number;
  readonly max: number;
}

export type RateLimitValues = Readonly<Record<RateLimitBucket, RateLimitValue>>;

type Environment = Pick<
  Settings,
  Extract<keyof Settings, `${string}RATE_LIMIT_${string}${"MAX" | "MIN" | "SECS"}`>
>;

/** Error reports need no sign-in; a quarter of the telemetry limit is enough. */
const ERROR_REPORT_SHARE = 1 / 4;
const MINUTE_SECS = 60;

/** The limits from the environment. */
export function rateLimitsOf(settings: Environment): RateLimitValues {
  const general = settings.RATE_LIMIT_WINDOW_SECS;
  const telemetry = {
    window_secs: settings.RATE_LIMIT_TELEMETRY_WINDOW_SECS,
    max: settings.RATE_LIMIT_TELEMETRY_MAX,
  };
  return {
    anonymous: { window_secs: general, max: settings.RATE_LIMIT_ANONYMOUS_MAX },
    authenticated: { window_secs: general, max: settings.RATE_LIMIT_AUTHENTICATED_MAX },
    auth: { window_secs: settings.AUTH_RATE_LIMIT_WINDOW_SECS, max: settings.AUTH_RATE_LIMIT_MAX },
    admin_auth: {
      window_secs: settings.ADMIN_AUTH_RATE_LIMIT_WINDOW_SECS,
      max: settings.ADMIN_AUTH_RATE_LIMIT_MAX,
    },
    telemetry,
    app_events: telemetry,
    error_reports: {
      window_secs: telemetry.window_secs,
      max: Math.max(1, Math.floor(telemetry.max * ERROR_REPORT_SHARE)),
    },
    probe: { window_secs: MINUTE_SECS, max: settings.PROBE_RATE_LIMIT_PER_MIN },
  };
}

/** `fallback` with the limits of `stored` in their buckets, which keep a fixed order. */
export function withStoredLimits<T>(
  fallback: Readonly<Record<RateLimitBucket, T>>,
  stored: Readonly<Partial<Record<RateLimitBucket, T>>>,
): Readonly<Record<RateLimitBucket, T>> {
  const entries = rateLimitBuckets.map((bucket) => [bucket, stored[bucket] ?? fallback[bucket]]);
  return Object.fromEntries(entries) as Record<RateLimitBucket, T>;
}
