import type { Redis } from "ioredis";
import { everyByTimer } from "../time/every.ts";
import type { RedisLink } from "../peers/redis-link.ts";
import {
  createLocalPresence,
  deviceKey,
  deviceOf,
  devicesBehind,
  mergeDevices,
  NO_DEVICE,
  type LiveDevice,
  type Presence,
  type StreamGroups,
} from "./presence.ts";

/** Ids of the known processes. */
const PROCESSES = "{wordloom}:processes";
/** A process that has not refreshed its entry for this long is considered gone. */
const FORGOTTEN_AFTER_MS = 15_000;
const REFRESH_EVERY_MS = 5_000;
/** A field that every process has, even without devices: its streams of administrators. */
const ALIVE = "";
const DEVICES_PER_COMMAND = 1_000;

interface Shared extends StreamGroups {
  readonly link: RedisLink;
  readonly process: string;
}

/**
 * The streams of all processes. Each process keeps a hash of its devices in Redis, which expires
 * unless refreshed. While Redis is unreachable, only the streams of this process are known.
 */
export function createSharedPresence(
  link: RedisLink,
  bootId: string,
  groups: StreamGroups,
): Presence {
  const shared: Shared = { link, ...groups, process: bootId };
  const local = createLocalPresence(groups);
  let stopRefreshing = () => {};
  link.attach({
    async connected(redis) {
      await announce(shared, redis);
      stopRefreshing();
      stopRefreshing = everyByTimer(REFRESH_EVERY_MS, () => {
        link.run((commands) => refresh(shared, commands)).catch(() => {});
      });
    },
    disconnected: () => stopRefreshing(),
    closing: (redis) => Promise.all([redis.srem(PROCESSES, bootId), redis.del(hashOf(bootId))]),
  });

  return {
    changed({ listener }) {
      if (!link.up) return;
      const { kind, accountId, device } = listener;
      const deviceId = device?.id ?? NO_DEVICE;
      link
        .run((redis) =>
          kind === "admin" ? noteAdmins(shared, redis) : note(shared, redis, accountId, deviceId),
        )
        .catch(() => {});
    },
    streams: () =>
      link.run((redis) => devicesEverywhere(shared, redis)).catch(() => local.streams()),
    async isOnline(userId, deviceId) {
      if (await local.isOnline(userId, deviceId)) return true;
      return link.run((redis) => isElsewhere(redis, userId, deviceId)).catch(() => false);
    },
    adminStreams: () =>
      link.run((redis) => adminsEverywhere(shared, redis)).catch(() => local.adminStreams()),
  };
}

function hashOf(process: string): string {
  return `{wordloom}:devices:${process}`;
}

/** Writes all devices of this process. */
async function announce({ learners, admins, process }: Shared, redis: Redis): Promise<void> {
  const hash = hashOf(process);
  const fields = devicesBehind(learners.all()).map(
    (device) => [deviceKey(device.userId, device.deviceId), JSON.stringify(device)] as const,
  );
  const transaction = redis.multi().del(hash).hset(hash, ALIVE, admins.size);
  for (let from = 0; from < fields.length; from += DEVICES_PER_COMMAND) {
    transaction.hset(hash, Object.fromEntries(fields.slice(from, from + DEVICES_PER_COMMAND)));
  }
  await transaction.pexpire(hash, FORGOTTEN_AFTER_MS).sadd(PROCESSES, process).exec();
}

async function refresh(shared: Shared, redis: Redis): Promise<void> {
  const prolonging = redis.pexpire(hashOf(shared.process), FORGOTTEN_AFTER_MS);
  const [stillThere] = await Promise.all([prolonging, redis.sadd(PROCESSES, shared.process)]);
  // This process was blocked for too long, or Redis evicted the key.
  if (stillThere === 0) await announce(shared, redis);
}

async function noteAdmins({ admins, process }: Shared, redis: Redis): Promise<void> {
  await redis.hset(hashOf(process), ALIVE, admins.size);
}

async function adminsEverywhere({ admins, process }: Shared, redis: Redis): Promise<number> {
  const others = (await redis.smembers(PROCESSES)).filter((other) => other !== process);
  const counts = await Promise.all(others.map((other) => redis.hget(hashOf(other), ALIVE)));
  return counts.reduce((sum, count) => sum + Number(count ?? 0), admins.size);
}

/** Writes the current state of one device. Redis executes the commands of a connection in order. */
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
  const found = await Promise.all(
    processes.map((process) => redis.hexists(hashOf(process), field)),
  );
  return found.includes(1);
}
