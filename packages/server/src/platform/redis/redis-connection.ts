import type { Redis, RedisOptions } from "ioredis";

/**
 * A connection that does not connect by itself and, once lost, never reconnects: the caller decides
 * when to try again. Commands fail at once when they cannot be sent.
 *
 * @param onLost  told when the connection fails or ends
 */
export async function openConnection(
  url: string,
  options: Pick<RedisOptions, "enableAutoPipelining">,
  onLost: (cause: unknown) => void,
): Promise<Redis> {
  // A process on its own does not pay for the library.
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
  redis.on("error", onLost);
  redis.on("end", () => onLost(new Error("the connection to Redis was closed")));
  return redis;
}
