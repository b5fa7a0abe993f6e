import type { PushedEvent } from "@wordloom/contract";
import { formatJson, parseEventId, type EventId } from "./sse-format.ts";

/** How many missed events a client can receive after reconnecting. */
export const RING_SIZE = 256;

/** The recipients of an event. */
export type Audience =
  | { readonly kind: "all" }
  | { readonly kind: "admins" }
  | { readonly kind: "user"; readonly userId: string }
  | { readonly kind: "device"; readonly userId: string; readonly deviceId: string };

/** An event to be sent: its recipients, and its JSON on one line. */
export interface Message {
  readonly audience: Audience;
  readonly type: PushedEvent["type"];
  readonly json: string;
}

/** An event that was sent. */
export interface SentEvent extends Message {
  readonly id: EventId;
  /**
   * The bytes sent; created on first use, because many events have no recipients in this process.
   */
  readonly bytes: Buffer;
}

/** Its JSON is made on first use: in a single process, most events are sent to nobody. */
export function toMessage(event: PushedEvent, audience: Audience): Message {
  let json: string | undefined;
  return {
    audience,
    type: event.type,
    get json() {
      json ??= JSON.stringify(event);
      return json;
    },
  };
}

/**
 * A ring buffer of the latest events of one history.
 *
 * Sequence numbers increase by one, so an entry's slot follows from its number. Where they do not,
 * events are missing, and clients cannot catch up across that gap.
 */
export interface Ring {
  /** Numbers and stores an event. */
  add(message: Message): SentEvent;
  /**
   * Stores an event that already has a number. `unbroken` is false if events before it are missing.
   */
  put(message: Message, id: EventId): { readonly sent: SentEvent; readonly unbroken: boolean };
  /** Continues after this id and forgets all earlier events. */
  restart(id: EventId): void;
  /**
   * Events sent after `lastEventId`, oldest first; none if the id is malformed. `gap` if some of
   * them are no longer stored or the id is from another history.
   */
  since(lastEventId: string): readonly SentEvent[] | "gap";
  /** All stored events, oldest first. */
  latest(): readonly SentEvent[];
}

/** @param bootId identifies this history in every event id; letters and digits */
export function createRing(bootId: string, size: number = RING_SIZE): Ring {
  const slots = new Array<SentEvent | undefined>(size).fill(undefined);
  let newest: EventId = { bootId, seq: 0 };
  let oldestSeq = 1;

  const restart = (id: EventId) => {
    slots.fill(undefined);
    newest = id;
    oldestSeq = id.seq + 1;
  };

  const knownAfter = () => Math.max(oldestSeq - 1, newest.seq - size);

  const kept = (after: number): SentEvent[] => {
    const sequence = Array.from({ length: newest.seq - after }, (_, index) => after + 1 + index);
    return sequence.flatMap((seq) => slots[seq % size] ?? []);
  };

  const put = (message: Message, id: EventId) => {
    const unbroken = id.bootId === newest.bootId && id.seq === newest.seq + 1;
    if (!unbroken) restart({ ...id, seq: id.seq - 1 });
    newest = id;
    const sent = toSent(message, id);
    slots[id.seq % size] = sent;
    return { sent, unbroken };
  };

  return {
    add: (message) => put(message, { ...newest, seq: newest.seq + 1 }).sent,
    put,
    restart,
    since(lastEventId) {
      const last = parseEventId(lastEventId);
      if (last === undefined) return [];
      const known = last.bootId === newest.bootId && last.seq <= newest.seq;
      return known && last.seq >= knownAfter() ? kept(last.seq) : "gap";
    },
    latest: () => kept(knownAfter()),
  };
}

function toSent(message: Message, id: EventId): SentEvent {
  let bytes: Buffer | undefined;
  return {
    audience: message.audience,
    type: message.type,
    id,
    get json() {
      return message.json;
    },
    get bytes() {
      bytes ??= formatJson(message.type, message.json, id);
      return bytes;
    },
  };
}
