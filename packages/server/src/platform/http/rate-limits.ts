import type { Bucket, Endpoint, ErrorCode } from "@wordloom/contract";
import { MINUTE_MS } from "../time/durations.ts";
import type { Settings } from "../settings/settings.ts";
import type { RateLimitStore } from "./rate-limit-store.ts";

/** Rate-limit buckets; each call counts in exactly one. */
export type BucketName = Exclude<Bucket, "unlimited"> | "anonymous" | "authenticated";

/** The reply to a call over the limit: a refusal, or a normal reply saying that it was dropped. */
export type Over =
  | { readonly kind: "refuse"; readonly code: ErrorCode }
  | { readonly kind: "answer"; readonly data: unknown };

interface Limit {
  readonly max: number;
  readonly windowMs: number;
  readonly over: Over;
}

/** A caller's rate-limit status after a call was counted. */
export interface LimitStatus {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSecs: number;
  /** Present if this call exceeded the limit. */
  readonly over?: Over;
}

export interface RateLimits {
  /** Counts one call. `key` is an address or an account id, depending on the bucket. */
  count(bucket: BucketName, key: string): Promise<LimitStatus>;
}

const COUNTED_BY_ADDRESS = ["anonymous", "auth", "admin_auth", "error_reports"] as const;

/** Whether a bucket counts by address, and so before sign-in. */
export function goesByAddress(
  bucket: BucketName | "general" | undefined,
): bucket is (typeof COUNTED_BY_ADDRESS)[number] {
  return COUNTED_BY_ADDRESS.some((name) => name === bucket);
}

/**
 * The bucket of an endpoint; `general` if it depends on the caller, undefined if it is not limited.
 */
export function bucketOf(
  endpoint: Pick<Endpoint, "bucket" | "path">,
): BucketName | "general" | undefined {
  if (endpoint.bucket === "unlimited" || !isApi(endpoint.path)) return undefined;
  return endpoint.bucket ?? "general";
}

export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

export function createRateLimits(settings: Settings, store: RateLimitStore): RateLimits {
  const limits = limitsFrom(settings);
  return {
    async count(bucket, key) {
      const { max, windowMs, over } = limits[bucket];
      const { count, resetInMs } = await store.hit(bucket, key, windowMs);
      const resetSecs = Math.ceil(resetInMs / 1000);
      const limitStatus = { limit: max, remaining: Math.max(0, max - count), resetSecs };
      return count > max ? { ...limitStatus, over } : limitStatus;
    },
  };
}

const THROTTLED = {
  telemetry: { received: true, throttled: true },
  appEvents: {
    accepted: 0,
    duplicates: 0,
    sampledOut: 0,
    failed: 0,
    errors: [],
    throttled: true,
  },
  errorReport: { received: true },
} as const;

/** Error reports need no sign-in; a quarter of the telemetry limit is enough. */
const ERROR_REPORT_SHARE = 1 / 4;

function limitsFrom(settings: Settings): Readonly<Record<BucketName, Limit>> {
  const refusal = (code: ErrorCode): Over => ({ kind: "refuse", code });
  const drop = (data: unknown): Over => ({ kind: "answer", data });
  const generalMs = settings.RATE_LIMIT_WINDOW_SECS * 1000;
  const telemetryMs = settings.RATE_LIMIT_TELEMETRY_WINDOW_SECS * 1000;
  const telemetryMax = settings.RATE_LIMIT_TELEMETRY_MAX;
  const limit = (max: number, windowMs: number, over: Over): Limit => ({ max, windowMs, over });
  return {
    anonymous: limit(settings.RATE_LIMIT_ANONYMOUS_MAX, generalMs, refusal("RATE_LIMITED")),
    authenticated: limit(settings.RATE_LIMIT_AUTHENTICATED_MAX, generalMs, refusal("RATE_LIMITED")),
    auth: limit(
      settings.AUTH_RATE_LIMIT_MAX,
      settings.AUTH_RATE_LIMIT_WINDOW_SECS * 1000,
      refusal("AUTH_RATE_LIMITED"),
    ),
    admin_auth: limit(
      settings.ADMIN_AUTH_RATE_LIMIT_MAX,
      settings.ADMIN_AUTH_RATE_LIMIT_WINDOW_SECS * 1000,
      refusal("AUTH_RATE_LIMITED"),
    ),
    telemetry: limit(telemetryMax, telemetryMs, drop(THROTTLED.telemetry)),
    app_events: limit(telemetryMax, telemetryMs, drop(THROTTLED.appEvents)),
    error_reports: limit(
      Math.max(1, Math.floor(telemetryMax * ERROR_REPORT_SHARE)),
      telemetryMs,
      drop(THROTTLED.errorReport),
    ),
    probe: limit(settings.PROBE_RATE_LIMIT_PER_MIN, MINUTE_MS, refusal("RATE_LIMITED")),
  };
}
