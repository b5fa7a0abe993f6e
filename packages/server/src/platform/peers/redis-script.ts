import type { Redis, RedisValue } from "ioredis";

/** A Lua script, called with a connection, its keys and its arguments. */
export type RedisScript<Reply> = (redis: Redis, ...values: RedisValue[]) => Promise<Reply>;

/** All scripts of the service, by the names of their commands. */
const scripts = new Map<string, { readonly lua: string; readonly numberOfKeys?: number }>();

/**
 * A Lua script that Redis runs atomically. Its text is sent once, and again if Redis has lost it;
 * otherwise only its hash is sent. Call when a module loads, because a connection knows only the
 * scripts defined when it is opened.
 *
 * @param name  the name of the command on the connection; unique in this service
 * @param keys  how many of the values are keys; the others are arguments. `counted`: the first
 * value is the number of keys
 */
export function redisScript<Reply>(
  name: string,
  keys: number | "counted",
  lua: string,
): RedisScript<Reply> {
  scripts.set(name, keys === "counted" ? { lua } : { lua, numberOfKeys: keys });
  return (redis, ...values) =>
    (redis as unknown as Record<string, ScriptCommand<Reply>>)[name]?.apply(redis, values) ??
    Promise.reject(new Error(`The connection was opened before the script ${name} was there.`));
}

/**
 * Defines all scripts on a new connection before its first command. A script defined while commands
 * are being batched is missing from that batch, and the library then fails outside any promise.
 */
export function defineScripts(redis: Redis): void {
  for (const [name, script] of scripts) redis.defineCommand(name, script);
}

/** The method that the library adds to the connection for a script. */
type ScriptCommand<Reply> = (...values: RedisValue[]) => Promise<Reply>;
