import type { PushedEvent } from "@wordloom/contract";
import { formatEvent, parseEventId } from "./sse-format.ts";

/** How many events can be caught up on after a break. */
export const RING_SIZE = 256;

/** Whom an event is for. */
export type Reach =
  | { readonly kind: "all" }
  | { readonly kind: "admins" }
  | { readonly kind: "user"; readonly userId: string }
  | { readonly kind: "device"; readonly userId: string; readonly deviceId: string };

/** An event that was sent, kept as the bytes that went out. */
export interface SentEvent {
  readonly seq: number;
  readonly reach: Reach;
  readonly type: PushedEvent["type"];
  readonly bytes: Buffer;
}

/**
 * The latest events of this server start, oldest overwritten first.
 *
 * Sequence numbers start at 1 and grow by one, so an entry's place follows from its number.
 */
export interface Ring {
  /** Numbers, formats and keeps an event. */
  add(event: PushedEvent, reach: Reach): SentEvent;
  /**
   * What was sent after `lastEventId`, oldest first; nothing for an id that is malformed. `gap`
   * when some of it is no longer known or the id is from another server start.
   */
  since(lastEventId: string): readonly SentEvent[] | "gap";
}

/** @param bootId names this server start in every id; letters and digits */
export function createRing(bootId: string, size: number = RING_SIZE): Ring {
  const slots = new Array<SentEvent | undefined>(size).fill(undefined);
  let newest = 0;

  const kept = (after: number): SentEvent[] => {
    const sequence = Array.from({ length: newest - after }, (_, index) => after + 1 + index);
    return sequence.flatMap((seq) => slots[seq % size] ?? []);
  };

  return {
    add(event, reach) {
      newest += 1;
      const bytes = formatEvent(event, { bootId, seq: newest });
      const sent = { seq: newest, reach, type: event.type, bytes };
      slots[newest % size] = sent;
      return sent;
    },

    since(lastEventId) {
      const last = parseEventId(lastEventId);
      if (last === undefined) return [];
      const known = last.bootId === bootId && last.seq <= newest && last.seq >= newest - size;
      return known ? kept(last.seq) : "gap";
    },
  };
}
