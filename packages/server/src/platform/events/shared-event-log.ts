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
const HISTORY = `${STREAM}:history`;

/** More than the ring holds, so that a process that was blocked for some seconds can continue. */
const ENTRIES_KEPT = 4_000;

/** A gap in the numbers that no ring can span. */
const GAP = RING_SIZE * 4;

/** Maximum events of one entry, since appending them blocks Redis. */
const EVENTS_PER_ENTRY = 64;
/**
 * Pause after sending: under load, each turn of the event loop would otherwise send only one or two
 * events.
 */
const SENT_APART_MS = 10;

/**
 * Numbers the events of an entry and appends it atomically; returns the number of the last. A
 * history is named after its start time.
 *
 * ARGV: how many events, origin, events. No events mark a gap; 0 only reads the position.
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
  local seq = redis.call('HINCRBY', KEYS[2], 'seq', ARGV[1])
  if ARGV[1] ~= '0' then
    redis.call('XADD', KEYS[1], 'MAXLEN', '~', ${ENTRIES_KEPT}, '*',
      'h', name, 's', seq, 'o', ARGV[2], 'e', ARGV[3])
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
  /** Events to be sent together, at the end of this turn of the event loop or of the pause. */
  unsent: Numbered[];
  isPausing: boolean;
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
    isPausing: false,
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
    closing: (redis) => append(redis, shared, takeUnsent(shared)),
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
  if (shared.unsent.length === 1 && !shared.isPausing) queueMicrotask(() => sendAll(shared));
}

/** Events published during the pause are sent at its end. */
function sendAll(shared: Shared): void {
  const events = takeUnsent(shared);
  shared.isPausing = events.length > 0;
  if (!shared.isPausing) return;
  setTimeout(() => sendAll(shared), SENT_APART_MS);
  // If this fails, the link goes down, and `disconnected` delivers what is pending.
  if (shared.link.up) shared.link.run((redis) => append(redis, shared, events)).catch(() => {});
}

function takeUnsent(shared: Shared): readonly Numbered[] {
  const events = shared.unsent;
  shared.unsent = [];
  return events;
}

function deliverOffline(shared: Shared, message: Message): void {
  shared.offlineCount += 1;
  shared.consumer.deliver(shared.offline.add(message), true);
}

/** Commands of one turn reach Redis in their order. */
function append(redis: Redis, { origin }: Shared, events: readonly Numbered[]): Promise<unknown> {
  const sent: Promise<EventId>[] = [];
  for (let at = 0; at < events.length; at += EVENTS_PER_ENTRY) {
    const some = events.slice(at, at + EVENTS_PER_ENTRY);
    sent.push(run(redis, some.length, origin, formatEvents(some)));
  }
  return Promise.all(sent);
}

async function run(redis: Redis, count: number, origin = "", events = ""): Promise<EventId> {
  const [bootId, seq] = await appendEntry(redis, STREAM, HISTORY, count, origin, events);
  return { bootId, seq };
}

/**
 * Finds the position in the history; creates a gap if others have missed events of this process.
 */
async function join(shared: Shared, redis: Redis): Promise<void> {
  const here = await run(redis, 0);
  if ((await shared.cursor.resume(redis)) === "new") {
    shared.ring.restart(here);
    await loadRing(shared, redis);
    shared.consumer.lost();
  }
  const missedByOthers = shared.offlineCount;
  if (missedByOthers === 0) return;
  await run(redis, GAP, shared.origin);
  shared.offlineCount -= missedByOthers;
}

/** Loads events from before this process connected, for streams that reconnect here. */
async function loadRing({ cursor, ring }: Shared, redis: Redis): Promise<void> {
  const latest = await redis.xrevrange(STREAM, cursor.at, "-", "COUNT", RING_SIZE);
  for (const [, fields] of latest.toReversed()) {
    const { last, events } = parse(fields);
    if (events.length === 0) ring.restart(last);
    for (const { id, message } of events) ring.put(message, id);
  }
}

function hear(shared: Shared, [entryId, fields]: Entry): void {
  const { last, origin, events } = parse(fields);
  shared.cursor.moveTo(entryId);
  if (events.length === 0) {
    shared.ring.restart(last);
    shared.consumer.lost();
  }
  for (const event of events) hearOne(shared, event, origin === shared.origin);
}

function hearOne({ ring, consumer, pending }: Shared, event: Heard, isOwn: boolean): void {
  const { sent, unbroken } = ring.put(event.message, event.id);
  if (!unbroken) consumer.lost();
  // Events delivered while Redis seemed unreachable are not delivered again.
  if (isOwn && !pending.delete(event.number)) return;
  consumer.deliver(sent, isOwn);
}

interface Heard extends Numbered {
  readonly id: EventId;
}

/** Fields are in the order in which `appendEntry` writes them. */
function parse(fields: readonly string[]) {
  const [, bootId = "", , lastSeq, , origin = "", , text = ""] = fields;
  const last: EventId = { bootId, seq: Number(lastSeq) };
  const lines = text === "" ? [] : text.split(LINE_END);
  const events = lines.map((line, index): Heard => {
    const id = { bootId, seq: last.seq - lines.length + 1 + index };
    return { id, ...parseEvent(line) };
  });
  return { last, origin, events };
}

// Neither character occurs in single-line JSON or in the names of types.
const LINE_END = "\n";
const PART_END = "\t";

/** One line per event, because one long text is read much faster than many short ones. */
function formatEvents(events: readonly Numbered[]): string {
  return events
    .map(({ number, message: { audience, type, json } }) =>
      [number, JSON.stringify(audience), type, json].join(PART_END),
    )
    .join(LINE_END);
}

function parseEvent(line: string): Numbered {
  const [number, audience = "", type, json = ""] = line.split(PART_END);
  const message = {
    audience: JSON.parse(audience) as Audience,
    type: type as Message["type"],
    json,
  };
  return { number: Number(number), message };
}
