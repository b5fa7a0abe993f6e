import type { Redis } from "ioredis";
import type { Clock } from "../clock.ts";
import { everyByTimer } from "../every.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { createLocalSigns, SIGNS_KEPT_MS, type SignsOfLife } from "./signs-of-life.ts";

/** Devices by when they were last heard of. */
const SIGNS = "{wordloom}:signs";

/** Devices send every few seconds, so signs are handed on together. */
const HAND_ON_EVERY_MS = 500;
const DROP_OLD_EVERY_MS = 60_000;
/** Signs that wait for Redis to come back; beyond this, devices must be heard of again. */
const WAITING_MAX = 100_000;

/**
 * What all processes heard; half a second late at most for what another one did. While Redis is out
 * of reach what this process heard has to do.
 */
export function createSharedSigns(link: RedisLink, clock: Pick<Clock, "nowMs">): SignsOfLife {
  const local = createLocalSigns();
  const fresh = new Map<string, number>();
  let stop = () => {};

  const handOn = async (redis: Redis) => {
    const signs = [...fresh].flatMap(([deviceId, atMs]) => [atMs, deviceId]);
    fresh.clear();
    if (signs.length > 0) await redis.zadd(SIGNS, "GT", ...signs);
  };
  const dropOld = (redis: Redis) =>
    redis.zremrangebyscore(SIGNS, "-inf", clock.nowMs() - SIGNS_KEPT_MS);
  const ignoring = (work: (redis: Redis) => Promise<unknown>) => () => {
    link.run(work).catch(() => {});
  };

  link.join({
    async join() {
      stop();
      const stops = [
        everyByTimer(HAND_ON_EVERY_MS, ignoring(handOn)),
        everyByTimer(DROP_OLD_EVERY_MS, ignoring(dropOld)),
      ];
      stop = () => stops.forEach((end) => end());
    },
    leave: () => stop(),
  });

  return {
    note(deviceId, atMs) {
      local.note(deviceId, atMs);
      if (fresh.size >= WAITING_MAX) fresh.clear();
      fresh.set(deviceId, Math.max(atMs, fresh.get(deviceId) ?? 0));
    },
    async read(deviceIds) {
      const here = await local.read(deviceIds);
      if (deviceIds.length === 0 || !link.up) return here;
      const reading = link.run((redis) => redis.zmscore(SIGNS, ...deviceIds));
      const scores = await reading.catch(() => []);
      return latest(deviceIds, here, scores);
    },
  };
}

function latest(
  deviceIds: readonly string[],
  here: ReadonlyMap<string, number>,
  scores: readonly (string | null)[],
): Map<string, number> {
  const signs = new Map<string, number>();
  for (const [index, deviceId] of deviceIds.entries()) {
    const atMs = Math.max(here.get(deviceId) ?? 0, Number(scores[index] ?? 0));
    if (atMs > 0) signs.set(deviceId, atMs);
  }
  return signs;
}
