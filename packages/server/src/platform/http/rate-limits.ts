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
  /**
   * Name of its counters in the store; a changed length needs other counters, since a window keeps
   * its own length.
   */
  readonly counters: string;
  readonly over: Over;
  /** Calls let through regardless of the limit; undefined if the limit allows as many anyway. */
  readonly reserve?: Limit | undefined;
}

/** A counted call that can be given back. */
interface CountedHit {
  readonly limit: Limit;
  readonly key: string;
  /** On the monotonic clock. */
  readonly windowEndsAtMs: number;
}

/** A caller's rate-limit status after a call was counted. */
export interface LimitStatus {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSecs: number;
  /** Present if this call exceeded the limit. */
  readonly over?: Over;
  /** Hits that can be given back. */
  readonly hits: readonly CountedHit[];
}

/** A count that may be given back when its call ends. */
export interface ReturnableCount {
  readonly statuses: readonly LimitStatus[];
  readonly end: () => void;
}

/** How a call is counted. */
interface Counting {
  /** `account`: sign-ins of one account, in networks where many people share an address. */
  readonly by?: "account";
  /** Whether many people share the address in the key. */
  readonly isShared?: boolean;
  /** Whether the caller may use the bucket's reserve. */
  readonly hasReserve?: boolean;
  /** Whether the call may be given back; a second, larger limit then counts it permanently. */
  readonly isReturnable?: boolean;
}

export interface RateLimits {
  /** Counts one call. `key` is an address or an account id, depending on the bucket. */
  count(bucket: BucketName, key: string, counting?: Counting): Promise<LimitStatus>;
  /** Gives a call back, as if it had not been made. @returns the status without it */
  giveBack(status: LimitStatus): Promise<LimitStatus>;
  /** Whether many people share this address. */
  isShared(ip: string): boolean;
}

/** Factor by which each limit grows for an address that many people share. */
const SHARED_TIMES = 30;

/**
 * Sign-ins per address and minute, including successful ones, because each costs a password hash. A
 * configured limit above it raises it.
 */
const CEILING = { max: 300, windowMs: 60_000 };

/**
 * Regardless of the limits, an administrator reaches the sign-in and a super administrator the
 * console, to undo a limit that is too low. Guessing stays as limited as with the default limits.
 */
const RESERVES: Readonly<Partial<Record<BucketName, { max: number; windowSecs: number }>>> = {
  admin_auth: { max: 5, windowSecs: 60 },
  authenticated: { max: 120, windowSecs: 60 },
};

const COUNTED_BY_ADDRESS = ["anonymous", "auth", "admin_auth", "error_reports"] as const;
export type AddressBucket = (typeof COUNTED_BY_ADDRESS)[number];

/** Whether a bucket counts by address, and therefore before sign-in. */
export function goesByAddress(bucket: BucketName | "general" | undefined): bucket is AddressBucket {
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
  needs: Pick<Deps, "clock" | "database" | "settings">,
  store: RateLimitStore,
): RateLimits {
  let values = rateLimitsInForce(needs).values;
  let limits = limitsFrom(values);
  const limitOf = (bucket: BucketName) => {
    const inForce = rateLimitsInForce(needs);
    if (inForce.values !== values) {
      ({ values } = inForce);
      limits = limitsFrom(values);
    }
    return limits[bucket];
  };
  return {
    async count(bucket, key, counting = {}) {
      const own = limitOf(bucket);
      const times = counting.isShared === true ? SHARED_TIMES : 1;
      const counters = counting.by === undefined ? own.counters : `${own.counters}:${counting.by}`;
      let status = await hit(needs, store, { ...own, max: own.max * times, counters }, key);
      if (counting.hasReserve === true && own.reserve !== undefined) {
        const reserved = await hit(needs, store, own.reserve, key);
        const hits = [...status.hits, ...reserved.hits];
        status = { ...(status.over === undefined ? status : reserved), hits };
      }
      if (counting.isReturnable !== true || status.over !== undefined) return status;
      const max = Math.max(CEILING.max, own.max) * times;
      const all = await hit(needs, store, ceilingOf(bucket, max, own.over), key);
      return all.over === undefined ? status : { ...all, hits: status.hits };
    },
    async giveBack(status) {
      const nowMs = needs.clock.monotonicMs();
      for (const { limit, key, windowEndsAtMs } of status.hits) {
        if (windowEndsAtMs <= nowMs) continue;
        await store.giveBack(limit.counters, key, limit.windowMs, limit.max);
      }
      const remaining = Math.min(status.limit, status.remaining + 1);
      return { ...status, remaining, hits: [] };
    },
    isShared: (ip) => rateLimitsInForce(needs).isShared(ip),
  };
}

async function hit(
  { clock }: Pick<Deps, "clock">,
  store: RateLimitStore,
  limit: Limit,
  key: string,
): Promise<LimitStatus> {
  const { max, windowMs, counters, over } = limit;
  const { count, resetInMs } = await store.hit(counters, key, windowMs, max);
  const resetSecs = Math.ceil(resetInMs / 1000);
  const hits = [{ limit, key, windowEndsAtMs: clock.monotonicMs() + resetInMs }];
  const status = { limit: max, remaining: Math.max(0, max - count), resetSecs, hits };
  return count > max ? { ...status, over } : status;
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
    const over = OVER[bucket];
    const counters = `${bucket}:${seconds}`;
    const reserve = reserveOf(bucket, { max, seconds, over });
    return [bucket, { max, windowMs: seconds * 1000, counters, over, reserve }];
  });
  return Object.fromEntries(limits) as Record<BucketName, Limit>;
}

function ceilingOf(bucket: BucketName, max: number, over: Over): Limit {
  return { ...CEILING, max, counters: `${bucket}_all`, over };
}

/** A limit that already allows that many calls has no reserve. */
function reserveOf(
  bucket: BucketName,
  { max, seconds, over }: { max: number; seconds: number; over: Over },
): Limit | undefined {
  const reserve = RESERVES[bucket];
  if (reserve === undefined) return undefined;
  if (max >= reserve.max && seconds <= reserve.windowSecs) return undefined;
  const counters = `${bucket}_reserve:${reserve.windowSecs}`;
  return { max: reserve.max, windowMs: reserve.windowSecs * 1000, counters, over };
}

function refusal(code: ErrorCode): Over {
  return { kind: "refuse", code };
}

function drop(data: unknown): Over {
  return { kind: "answer", data };
}
