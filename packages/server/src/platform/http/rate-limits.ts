import { rateLimitBuckets, type Bucket, type Endpoint, type ErrorCode } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { RateLimitValues } from "../settings/rate-limit-values.ts";
import type { RateLimitStore } from "./rate-limit-store.ts";
import { rateLimitsInForce } from "./rate-limits-in-force.ts";

/** Rate-limit buckets; each call counts in exactly one. */
export type BucketName = Exclude<Bucket, "unlimited"> | "anonymous" | "authenticated";

/** The reply to a call over the limit: a refusal, or a normal reply saying that it was dropped. */
export type Over =
  | { readonly kind: "refuse"; readonly code: ErrorCode }
  | { readonly kind: "answer"; readonly data: unknown };

interface Limit {
  readonly max: number;
  readonly windowMs: number;
  /** Its counters in the store; others for another length, since a window keeps its own. */
  readonly counters: string;
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

export function createRateLimits(
  needs: Pick<Deps, "database" | "settings">,
  store: RateLimitStore,
): RateLimits {
  const inForce = rateLimitsInForce(needs);
  let values = inForce.values;
  let limits = limitsFrom(values);
  const limitOf = (bucket: BucketName) => {
    if (inForce.values !== values) {
      ({ values } = inForce);
      limits = limitsFrom(values);
    }
    return limits[bucket];
  };
  return {
    async count(bucket, key) {
      const { max, windowMs, counters, over } = limitOf(bucket);
      const { count, resetInMs } = await store.hit(counters, key, windowMs, max);
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

/** What happens to calls over the limit, by bucket. */
const OVER: Readonly<Record<BucketName, Over>> = {
  anonymous: refusal("RATE_LIMITED"),
  authenticated: refusal("RATE_LIMITED"),
  auth: refusal("AUTH_RATE_LIMITED"),
  admin_auth: refusal("AUTH_RATE_LIMITED"),
  telemetry: drop(THROTTLED.telemetry),
  app_events: drop(THROTTLED.appEvents),
  error_reports: drop(THROTTLED.errorReport),
  probe: refusal("RATE_LIMITED"),
};

function limitsFrom(values: RateLimitValues): Readonly<Record<BucketName, Limit>> {
  const limits = rateLimitBuckets.map((bucket): [BucketName, Limit] => {
    const { max, window_secs: seconds } = values[bucket];
    const counters = `${bucket}:${seconds}`;
    return [bucket, { max, windowMs: seconds * 1000, counters, over: OVER[bucket] }];
  });
  return Object.fromEntries(limits) as Record<BucketName, Limit>;
}

function refusal(code: ErrorCode): Over {
  return { kind: "refuse", code };
}

function drop(data: unknown): Over {
  return { kind: "answer", data };
}
