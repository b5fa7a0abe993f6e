import type { Redis } from "ioredis";
import { everyByTimer } from "../every.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import {
  createLocalPresence,
  deviceKey,
  deviceOf,
  devicesBehind,
  mergeDevices,
  type LiveDevice,
  type Presence,
} from "./presence.ts";
import type { StreamGroup } from "./stream-group.ts";

/** Names of the processes that have said that they are there. */
const PROCESSES = "{wordloom}:processes";
/** A process that has not been heard of for so long is gone, and its devices with it. */
const FORGOTTEN_AFTER_MS = 15_000;
const REFRESH_EVERY_MS = 5_000;
/** A field of its own: a process without devices is there as well. */
const ALIVE = "";
const DEVICES_PER_COMMAND = 1_000;

interface Shared {
  readonly link: RedisLink;
  readonly learners: StreamGroup;
  readonly process: string;
}

/**
 * The streams of all processes. Each keeps a hash of its devices in Redis that runs out when nobody
 * sees to it; while Redis is out of reach only those of this process are known.
 */
export function createSharedPresence(
  link: RedisLink,
  bootId: string,
  learners: StreamGroup,
): Presence {
  const shared: Shared = { link, learners, process: bootId };
  const local = createLocalPresence(learners);
  let stopRefreshing = () => {};
  link.join({
    async join(redis) {
      await announce(shared, redis);
      stopRefreshing();
      stopRefreshing = everyByTimer(REFRESH_EVERY_MS, () => {
        link.run((commands) => refresh(shared, commands)).catch(() => {});
      });
    },
    leave: () => stopRefreshing(),
    farewell: (redis) => Promise.all([redis.srem(PROCESSES, bootId), redis.del(hashOf(bootId))]),
  });

  return {
    changed({ listener }) {
      if (listener.device === undefined || !link.up) return;
      const { accountId, device } = listener;
      link.run((redis) => note(shared, redis, accountId, device.id)).catch(() => {});
    },
    devices: () =>
      link.run((redis) => devicesEverywhere(shared, redis)).catch(() => local.devices()),
    async isOnline(userId, deviceId) {
      if (await local.isOnline(userId, deviceId)) return true;
      return link.run((redis) => isElsewhere(redis, userId, deviceId)).catch(() => false);
    },
  };
}

function hashOf(process: string): string {
  return `{wordloom}:devices:${process}`;
}

/** Writes all devices of this process again. */
async function announce({ learners, process }: Shared, redis: Redis): Promise<void> {
  const hash = hashOf(process);
  const fields = devicesBehind(learners.all()).map(
    (device) => [deviceKey(device.userId, device.deviceId), JSON.stringify(device)] as const,
  );
  const transaction = redis.multi().del(hash).hset(hash, ALIVE, "1");
  for (let from = 0; from < fields.length; from += DEVICES_PER_COMMAND) {
    transaction.hset(hash, Object.fromEntries(fields.slice(from, from + DEVICES_PER_COMMAND)));
  }
  await transaction.pexpire(hash, FORGOTTEN_AFTER_MS).sadd(PROCESSES, process).exec();
}

async function refresh(shared: Shared, redis: Redis): Promise<void> {
  const prolonging = redis.pexpire(hashOf(shared.process), FORGOTTEN_AFTER_MS);
  const [stillThere] = await Promise.all([prolonging, redis.sadd(PROCESSES, shared.process)]);
  // We were held up for too long, or Redis threw things away.
  if (stillThere === 0) await announce(shared, redis);
}

/** One device as it is now. Commands of one connection are carried out in their order. */
async function note(
  { learners, process }: Shared,
  redis: Redis,
  userId: string,
  deviceId: string,
): Promise<void> {
  const device = deviceOf(learners, userId, deviceId);
  const field = deviceKey(userId, deviceId);
  if (device === undefined) await redis.hdel(hashOf(process), field);
  else await redis.hset(hashOf(process), field, JSON.stringify(device));
}

async function devicesEverywhere(
  { learners, process }: Shared,
  redis: Redis,
): Promise<LiveDevice[]> {
  const others = (await redis.smembers(PROCESSES)).filter((other) => other !== process);
  const hashes = await Promise.all(others.map((other) => redis.hgetall(hashOf(other))));
  const gone = others.filter((_, index) => hashes[index]?.[ALIVE] === undefined);
  if (gone.length > 0) await redis.srem(PROCESSES, ...gone);
  const elsewhere = hashes.flatMap((hash) =>
    Object.entries(hash).flatMap(([field, json]) =>
      field === ALIVE ? [] : [JSON.parse(json) as LiveDevice],
    ),
  );
  return mergeDevices([...devicesBehind(learners.all()), ...elsewhere]);
}

async function isElsewhere(redis: Redis, userId: string, deviceId: string): Promise<boolean> {
  const processes = await redis.smembers(PROCESSES);
  const field = deviceKey(userId, deviceId);
  const found = await Promise.all(processes.map((one) => redis.hexists(hashOf(one), field)));
  return found.includes(1);
}
