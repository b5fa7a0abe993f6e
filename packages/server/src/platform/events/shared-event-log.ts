import type { Redis } from "ioredis";
import type { PushedEvent } from "@wordloom/contract";
import type { Entry, RedisLink } from "../peers/redis-link.ts";
import { redisScript } from "../peers/redis-script.ts";
import { createStreamCursor, type StreamCursor } from "../peers/stream-cursor.ts";
import type { EventLog, EventConsumer } from "./event-log.ts";
import {
  createRing,
  RING_SIZE,
  toMessage,
  type Message,
  type Audience,
  type Ring,
} from "./ring.ts";
import type { EventId } from "./sse-format.ts";

const STREAM = "{wordloom}:events";
/** The name of the history and its event count: one key, so that they cannot be lost separately. */
const HISTORY = "{wordloom}:events:history";

/** More than the ring holds, so that a process that was blocked for a moment can continue. */
const ENTRIES_KEPT = 10_000;

/** A gap in the numbers that no ring can span. */
const GAP = RING_SIZE * 4;

/** Events appended by one command; it blocks Redis for as long as it takes. */
const APPENDED_AT_ONCE = 64;

/**
 * Numbers entries and appends them atomically. A history is named after its start time.
 *
 * ARGV: six for each entry: increment, origin, number within the origin, audience, type, JSON. An
 * empty type marks a gap; an increment of 0 only reads the position.
 */
const appendEntry = redisScript<[bootId: string, seq: number]>(
  "wordloomAppend",
  2,
  `
  if redis.call('HEXISTS', KEYS[2], 'name') == 0 then
    local now = redis.call('TIME')
    redis.call('HSET', KEYS[2], 'name', now[1] .. string.format('%06d', now[2]), 'seq', 0)
  end
  local name = redis.call('HGET', KEYS[2], 'name')
  local seq
  for i = 1, #ARGV, 6 do
    seq = redis.call('HINCRBY', KEYS[2], 'seq', ARGV[i])
    if ARGV[i] ~= '0' then
      redis.call('XADD', KEYS[1], 'MAXLEN', '~', ${ENTRIES_KEPT}, '*', 'h', name, 's', seq,
        'o', ARGV[i + 1], 'n', ARGV[i + 2], 'r', ARGV[i + 3], 't', ARGV[i + 4], 'j', ARGV[i + 5])
    end
  end
  return { name, seq }`,
);

interface Numbered {
  readonly number: number;
  readonly message: Message;
}

interface Shared {
  readonly link: RedisLink;
  readonly consumer: EventConsumer;
  /** Identifies this process. */
  readonly origin: string;
  readonly cursor: StreamCursor;
  readonly ring: Ring;
  /** Sent to Redis but not received back yet, by number, oldest first. */
  readonly pending: Map<number, Message>;
  /** Published in this turn of the event loop, to be sent together. */
  unsent: Numbered[];
  /** Events published while Redis is unreachable; other processes never receive them. */
  readonly offline: Ring;
  offlineCount: number;
  published: number;
}

/**
 * One history for all processes, stored in Redis. An event is sent to the streams of a process when
 * it is read back from there, so that all processes have the same order and ids.
 *
 * While Redis is unreachable, each process continues on its own. Events that the others missed
 * leave a gap in the numbers, and streams that come to the gap are told to reload everything.
 */
export function createSharedLog(
  link: RedisLink,
  bootId: string,
  consumer: EventConsumer,
): EventLog {
  const shared: Shared = {
    link,
    consumer,
    origin: bootId,
    pending: new Map(),
    unsent: [],
    cursor: createStreamCursor(STREAM),
    ring: createRing(`${bootId}s`),
    offline: createRing(bootId),
    offlineCount: 0,
    published: 0,
  };
  link.attach({
    connected: (redis) => join(shared, redis),
    disconnected: () => {
      for (const message of shared.pending.values()) deliverOffline(shared, message);
      shared.pending.clear();
    },
  });
  link.subscribe({
    key: STREAM,
    cursor: () => shared.cursor.at,
    received: (entry) => hear(shared, entry),
  });

  return {
    publish: (event, audience) => publish(shared, event, audience),
    since: (lastEventId) => (link.up ? shared.ring : shared.offline).since(lastEventId),
    latest: () => [...shared.ring.latest(), ...(link.up ? [] : shared.offline.latest())],
  };
}

function publish(shared: Shared, event: PushedEvent, audience: Audience): void {
  const message = toMessage(event, audience);
  if (!shared.link.up) return deliverOffline(shared, message);

  shared.published += 1;
  const number = shared.published;
  shared.pending.set(number, message);
  shared.unsent.push({ number, message });
  if (shared.unsent.length === 1) queueMicrotask(() => sendAll(shared));
}

function sendAll(shared: Shared): void {
  const entries = shared.unsent;
  shared.unsent = [];
  if (!shared.link.up) return;
  for (let at = 0; at < entries.length; at += APPENDED_AT_ONCE) {
    const some = entries.slice(at, at + APPENDED_AT_ONCE);
    // If this fails, the link goes down, and `disconnected` delivers what is pending.
    shared.link.run((redis) => append(redis, shared, some)).catch(() => {});
  }
}

function deliverOffline(shared: Shared, message: Message): void {
  shared.offlineCount += 1;
  shared.consumer.deliver(shared.offline.add(message), true);
}

function append(redis: Redis, { origin }: Shared, entries: readonly Numbered[]): Promise<unknown> {
  const args = entries.flatMap(({ number, message: { audience, type, json } }) => [
    ...[1, origin, number, JSON.stringify(audience), type, json],
  ]);
  return run(redis, args);
}

async function run(redis: Redis, args: readonly (string | number)[]): Promise<EventId> {
  const [bootId, seq] = await appendEntry(redis, STREAM, HISTORY, ...args);
  return { bootId, seq };
}

/**
 * Finds the position in the history; creates a gap if others have missed events of this process.
 */
async function join(shared: Shared, redis: Redis): Promise<void> {
  const here = await run(redis, [0]);
  if ((await shared.cursor.resume(redis)) === "new") {
    shared.ring.restart(here);
    await loadRing(shared, redis);
    shared.consumer.lost();
  }
  const missedByOthers = shared.offlineCount;
  if (missedByOthers === 0) return;
  await run(redis, [GAP, shared.origin, 0, "", "", ""]);
  shared.offlineCount -= missedByOthers;
}

/** Loads events from before this process connected, for streams that reconnect here. */
async function loadRing(shared: Shared, redis: Redis): Promise<void> {
  const latest = await redis.xrevrange(STREAM, shared.cursor.at, "-", "COUNT", RING_SIZE);
  for (const [, fields] of latest.toReversed()) {
    const { id, message } = parse(fields);
    if (message === undefined) shared.ring.restart(id);
    else shared.ring.put(message, id);
  }
}

function hear(shared: Shared, [entryId, fields]: Entry): void {
  const { ring, consumer, pending } = shared;
  const { id, origin, number, message } = parse(fields);
  shared.cursor.moveTo(entryId);
  if (message === undefined) {
    ring.restart(id);
    consumer.lost();
    return;
  }
  const { sent, unbroken } = ring.put(message, id);
  if (!unbroken) consumer.lost();
  const isOwn = origin === shared.origin;
  // Events delivered while Redis seemed unreachable are not delivered again.
  if (isOwn && !pending.delete(number)) return;
  consumer.deliver(sent, isOwn);
}

interface Parsed {
  readonly id: EventId;
  readonly origin: string;
  readonly number: number;
  /** Undefined for a gap. */
  readonly message: Message | undefined;
}

/** Fields are in the order in which `APPEND` writes them. */
function parse(fields: readonly string[]): Parsed {
  const [, bootId = "", , seq, , origin = "", , number, , audience = "", , type, , json = ""] =
    fields;
  return {
    id: { bootId, seq: Number(seq) },
    origin,
    number: Number(number),
    message: type
      ? { audience: JSON.parse(audience) as Audience, type: type as Message["type"], json }
      : undefined,
  };
}
