import type { Redis, RedisValue } from "ioredis";

/** A Lua script, called with a connection, its keys and its arguments. */
export type RedisScript<Reply> = (redis: Redis, ...values: RedisValue[]) => Promise<Reply>;

/**
 * A Lua script that Redis runs atomically. Its text is sent once, and again if Redis has lost it;
 * after that only its hash.
 *
 * @param name  the name of the command on the connection; unique in this service
 * @param keys  how many of the values are keys; the others are arguments. `counted`: the first
 *   value says how many there are
 */
export function redisScript<Reply>(
  name: string,
  keys: number | "counted",
  lua: string,
): RedisScript<Reply> {
  const script = keys === "counted" ? { lua } : { lua, numberOfKeys: keys };
  return (redis, ...values) => {
    const commands = redis as unknown as Record<string, ScriptCommand<Reply> | undefined>;
    if (commands[name] === undefined) redis.defineCommand(name, script);
    return (commands[name] as ScriptCommand<Reply>).apply(redis, values);
  };
}

/** What the library adds to the connection for a script. */
type ScriptCommand<Reply> = (...values: RedisValue[]) => Promise<Reply>;
