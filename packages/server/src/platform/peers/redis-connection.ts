import type { Redis, RedisOptions } from "ioredis";
import { defineScripts } from "./redis-script.ts";

/**
 * A connection that neither connects nor reconnects on its own: the caller decides when to try
 * again. Commands that cannot be sent fail at once.
 *
 * @param onLost  called when the connection fails or ends
 */
export async function openConnection(
  url: string,
  options: Pick<RedisOptions, "enableAutoPipelining">,
  onLost: (cause: unknown) => void,
): Promise<Redis> {
  // A single process does not need the library.
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    ...options,
    connectionName: "wordloom",
    lazyConnect: true,
    protocol: 2,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  defineScripts(redis);
  redis.on("error", onLost);
  redis.on("end", () => onLost(new Error("the connection to Redis was closed")));
  return redis;
}
