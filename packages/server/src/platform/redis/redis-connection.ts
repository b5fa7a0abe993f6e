import { Redis, type RedisOptions } from "ioredis";

/**
 * A connection that is not made yet and, once lost, is never made again: whoever opened it decides
 * when to try anew. Commands fail at once when they cannot be sent.
 *
 * @param onLost  told when the connection fails or ends
 */
export function openConnection(
  url: string,
  options: Pick<RedisOptions, "enableAutoPipelining">,
  onLost: (cause: unknown) => void,
): Redis {
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
