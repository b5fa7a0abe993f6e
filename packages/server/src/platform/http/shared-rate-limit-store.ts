import type { Redis } from "ioredis";
import type { RedisLink } from "../peers/redis-link.ts";
import { redisScript } from "../peers/redis-script.ts";
import type { Hit, RateLimitStore } from "./rate-limit-store.ts";

/** Counts a hit, starting a window if there is none; returns the count and the remaining time. */
const hitWindow = redisScript<[count: number, leftMs: number]>(
  "wordloomHit",
  1,
  `
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { count, redis.call('PTTL', KEYS[1]) }`,
);

/**
 * Counters in Redis, shared by all processes. While Redis is unreachable, and for hits it does not
 * count in time, each process counts by itself.
 *
 * @param local  the counters of this process
 */
export function createSharedStore(link: RedisLink, local: RateLimitStore): RateLimitStore {
  const hitShared = async (redis: Redis, key: string, windowMs: number): Promise<Hit> => {
    const [count, leftMs] = await hitWindow(redis, key, windowMs);
    return { count, resetInMs: Math.max(0, leftMs) };
  };

  return {
    hit(bucket, key, windowMs) {
      if (!link.up) return local.hit(bucket, key, windowMs);
      return link
        .run((redis) => hitShared(redis, `{wordloom}:limit:${bucket}:${key}`, windowMs))
        .catch(() => local.hit(bucket, key, windowMs));
    },
    sweep: () => local.sweep(),
  };
}
