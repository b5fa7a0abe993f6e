import type { Redis } from "ioredis";
import type { Clock } from "../time/clock.ts";
import { everyByTimer } from "../time/every.ts";
import type { RedisLink } from "../peers/redis-link.ts";
import { createLocalLastSeen, LAST_SEEN_KEPT_MS, type LastSeen } from "./last-seen.ts";

/** Devices by the time they were last seen. */
const SIGNS = "{wordloom}:signs";

/** Devices send every few seconds, so their times are written in batches. */
const HAND_ON_EVERY_MS = 500;
const DROP_OLD_EVERY_MS = 60_000;
/** Maximum number of times that wait for Redis; beyond it they are dropped. */
const WAITING_MAX = 50_000;

/**
 * Times from all processes; those of other processes are up to half a second late. While Redis is
 * unreachable, only times from this process.
 */
export function createSharedLastSeen(link: RedisLink, clock: Pick<Clock, "nowMs">): LastSeen {
  const local = createLocalLastSeen();
  const fresh = new Map<string, number>();
  let stop = () => {};

  const flush = async (redis: Redis) => {
    const lastSeen = [...fresh].flatMap(([deviceId, atMs]) => [atMs, deviceId]);
    fresh.clear();
    if (lastSeen.length > 0) await redis.zadd(SIGNS, "GT", ...lastSeen);
  };
  const dropOld = (redis: Redis) =>
    redis.zremrangebyscore(SIGNS, "-inf", clock.nowMs() - LAST_SEEN_KEPT_MS);
  const ignoring = (work: (redis: Redis) => Promise<unknown>) => () => {
    link.run(work).catch(() => {});
  };

  link.attach({
    async connected() {
      stop();
      const stops = [
        everyByTimer(HAND_ON_EVERY_MS, ignoring(flush)),
        everyByTimer(DROP_OLD_EVERY_MS, ignoring(dropOld)),
      ];
      stop = () => stops.forEach((end) => end());
    },
    disconnected: () => stop(),
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
  const lastSeen = new Map<string, number>();
  for (const [index, deviceId] of deviceIds.entries()) {
    const atMs = Math.max(here.get(deviceId) ?? 0, Number(scores[index] ?? 0));
    if (atMs > 0) lastSeen.set(deviceId, atMs);
  }
  return lastSeen;
}
