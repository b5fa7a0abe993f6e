import type { PushedEvent } from "@wordloom/contract";
import { formatJson, parseEventId, type EventId } from "./sse-format.ts";

/** How many events can be caught up on after a break. */
export const RING_SIZE = 256;

/** Whom an event is for. */
export type Reach =
  | { readonly kind: "all" }
  | { readonly kind: "admins" }
  | { readonly kind: "user"; readonly userId: string }
  | { readonly kind: "device"; readonly userId: string; readonly deviceId: string };

/** An event on its way: whom it is for, and its JSON in one line. */
export interface Message {
  readonly reach: Reach;
  readonly type: PushedEvent["type"];
  readonly json: string;
}

/** An event that was sent. */
export interface SentEvent extends Message {
  readonly id: EventId;
  /** What goes out; made when first asked for, because many events reach nobody here. */
  readonly bytes: Buffer;
}

export function toMessage(event: PushedEvent, reach: Reach): Message {
  return { reach, type: event.type, json: JSON.stringify(event) };
}

/**
 * The latest events of one history, oldest overwritten first.
 *
 * Sequence numbers grow by one, so an entry's place follows from its number. Where they do not,
 * something is missing, and nobody can catch up across that hole.
 */
export interface Ring {
  /** Numbers and keeps an event. */
  add(message: Message): SentEvent;
  /** Keeps an event that has its number. `unbroken` is false when events before it are missing. */
  put(message: Message, id: EventId): { readonly sent: SentEvent; readonly unbroken: boolean };
  /** Goes on after this id; of what came before, nothing is known any more. */
  restart(id: EventId): void;
  /**
   * What was sent after `lastEventId`, oldest first; nothing for an id that is malformed. `gap`
   * when some of it is no longer known or the id is from another history.
   */
  since(lastEventId: string): readonly SentEvent[] | "gap";
  /** All that is known, oldest first. */
  latest(): readonly SentEvent[];
}

/** @param bootId names this history in every id; letters and digits */
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
    ...message,
    id,
    get bytes() {
      bytes ??= formatJson(message.type, message.json, id);
      return bytes;
    },
  };
}
