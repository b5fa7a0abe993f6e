import type { Redis } from "ioredis";
import type { PushedEvent } from "@wordloom/contract";
import type { Entry, RedisLink } from "../redis/redis-link.ts";
import { createStreamCursor, type StreamCursor } from "../redis/stream-cursor.ts";
import type { EventLog, EventOutlet } from "./event-log.ts";
import { createRing, RING_SIZE, toMessage, type Message, type Reach, type Ring } from "./ring.ts";
import type { EventId } from "./sse-format.ts";

const STREAM = "{wordloom}:events";
/** Names the history and counts its events: one key, so that both are lost together or not. */
const HISTORY = "{wordloom}:events:history";

/** More than the ring holds, so that a process that was held up for a moment finds its place. */
const ENTRIES_KEPT = 10_000;

/** Leaves a hole that no ring reaches across. */
const HOLE = RING_SIZE * 4;

/**
 * Numbers an entry and appends it, as one step. A history is named after the time it began.
 *
 * ARGV: how far to count on, origin, number there, reach, type, JSON. No type stands for a hole;
 * to count no further only asks where the history is.
 */
const APPEND = `
  if redis.call('HEXISTS', KEYS[2], 'name') == 0 then
    local now = redis.call('TIME')
    redis.call('HSET', KEYS[2], 'name', now[1] .. string.format('%06d', now[2]), 'seq', 0)
  end
  local seq = redis.call('HINCRBY', KEYS[2], 'seq', ARGV[1])
  local name = redis.call('HGET', KEYS[2], 'name')
  if ARGV[1] ~= '0' then
    redis.call('XADD', KEYS[1], 'MAXLEN', '~', ${ENTRIES_KEPT}, '*', 'h', name, 's', seq,
      'o', ARGV[2], 'n', ARGV[3], 'r', ARGV[4], 't', ARGV[5], 'j', ARGV[6])
  end
  return { name, seq }`;

interface Shared {
  readonly link: RedisLink;
  readonly outlet: EventOutlet;
  /** Names this process among those that write. */
  readonly origin: string;
  readonly cursor: StreamCursor;
  readonly ring: Ring;
  /** Handed to Redis and not heard back, by number: oldest first. */
  readonly pending: Map<number, Message>;
  /** What happens while Redis is out of reach; others will never hear of it. */
  readonly alone: Ring;
  aloneCount: number;
  published: number;
  /** By which Redis knows `APPEND`. */
  scriptSha: string;
}

/**
 * One history for all processes, kept by Redis: an event goes out to the streams of a process when
 * it comes back from there, so that all have the same order and the same ids.
 *
 * While Redis cannot be reached, each process goes on alone. What the others miss then shows as a
 * hole in the numbers, and a stream that meets the hole is told to reload everything.
 */
export function createSharedLog(link: RedisLink, bootId: string, outlet: EventOutlet): EventLog {
  const shared: Shared = {
    link,
    outlet,
    origin: bootId,
    pending: new Map(),
    cursor: createStreamCursor(STREAM),
    ring: createRing(`${bootId}s`),
    alone: createRing(bootId),
    aloneCount: 0,
    published: 0,
    scriptSha: "",
  };
  link.join({
    join: (redis) => join(shared, redis),
    leave: () => {
      for (const message of shared.pending.values()) deliverAlone(shared, message);
      shared.pending.clear();
    },
  });
  link.follow({
    key: STREAM,
    cursor: () => shared.cursor.at,
    heard: (entry) => hear(shared, entry),
  });

  return {
    publish: (event, reach) => publish(shared, event, reach),
    since: (lastEventId) => (link.up ? shared.ring : shared.alone).since(lastEventId),
    latest: () => [...shared.ring.latest(), ...(link.up ? [] : shared.alone.latest())],
  };
}

function publish(shared: Shared, event: PushedEvent, reach: Reach): void {
  const message = toMessage(event, reach);
  if (!shared.link.up) return deliverAlone(shared, message);

  shared.published += 1;
  const number = shared.published;
  shared.pending.set(number, message);
  // If this fails the link goes down, and `leave` sees to what is pending.
  shared.link.run((redis) => append(redis, shared, { number, message })).catch(() => {});
}

function deliverAlone(shared: Shared, message: Message): void {
  shared.aloneCount += 1;
  shared.outlet.deliver(shared.alone.add(message), true);
}

function append(
  redis: Redis,
  shared: Shared,
  { number, message }: { readonly number: number; readonly message: Message },
): Promise<unknown> {
  const { reach, type, json } = message;
  return run(redis, shared, [1, shared.origin, number, JSON.stringify(reach), type, json]);
}

async function run(
  redis: Redis,
  { scriptSha }: Shared,
  args: readonly (string | number)[],
): Promise<EventId> {
  const reply = await redis.evalsha(scriptSha, 2, STREAM, HISTORY, ...args);
  const [bootId, seq] = reply as [string, number];
  return { bootId, seq };
}

/** Finds its place in the history; makes the hole when others have missed something of ours. */
async function join(shared: Shared, redis: Redis): Promise<void> {
  shared.scriptSha = String(await redis.script("LOAD", APPEND));
  const here = await run(redis, shared, [0]);
  if ((await shared.cursor.resume(redis)) === "new") {
    shared.ring.restart(here);
    await loadRing(shared, redis);
    shared.outlet.lost();
  }
  const missedByOthers = shared.aloneCount;
  if (missedByOthers === 0) return;
  await run(redis, shared, [HOLE, shared.origin, 0, "", "", ""]);
  shared.aloneCount -= missedByOthers;
}

/** What streams may want to catch up on although it was sent before this process came. */
async function loadRing(shared: Shared, redis: Redis): Promise<void> {
  const latest = await redis.xrevrange(STREAM, shared.cursor.at, "-", "COUNT", RING_SIZE);
  for (const [, fields] of latest.toReversed()) {
    const { id, message } = parse(fields);
    if (message === undefined) shared.ring.restart(id);
    else shared.ring.put(message, id);
  }
}

function hear(shared: Shared, [entryId, fields]: Entry): void {
  const { ring, outlet, pending } = shared;
  const { id, origin, number, message } = parse(fields);
  shared.cursor.moveTo(entryId);
  if (message === undefined) {
    ring.restart(id);
    outlet.lost();
    return;
  }
  const { sent, unbroken } = ring.put(message, id);
  if (!unbroken) outlet.lost();
  const ours = origin === shared.origin;
  // What was given out when Redis seemed gone is not given out again.
  if (ours && !pending.delete(number)) return;
  outlet.deliver(sent, ours);
}

interface Parsed {
  readonly id: EventId;
  readonly origin: string;
  readonly number: number;
  /** Undefined for a hole. */
  readonly message: Message | undefined;
}

/** Entries were written by `APPEND`, so their fields are in its order. */
function parse(fields: readonly string[]): Parsed {
  const [, bootId = "", , seq, , origin = "", , number, , reach = "", , type, , json = ""] = fields;
  return {
    id: { bootId, seq: Number(seq) },
    origin,
    number: Number(number),
    message: type
      ? { reach: JSON.parse(reach) as Reach, type: type as Message["type"], json }
      : undefined,
  };
}
