import type { PushedEvent } from "@wordloom/contract";

/** How long a client waits before it reconnects, in milliseconds. */
const RETRY_MS = 3_000;

/** Sent at the start of a stream and before the service ends it. */
export const RETRY_LINE = Buffer.from(`retry: ${RETRY_MS}\n\n`);

/** A comment, which clients ignore; keeps proxies from closing an idle connection. */
export const PING_LINE = Buffer.from(": ping\n\n");

/** The position of an event in a history. */
export interface EventId {
  readonly bootId: string;
  readonly seq: number;
}

const EVENT_ID = /^([A-Za-z0-9]{1,40})-(\d{1,15})$/;

function formatEventId(id: EventId): string {
  return `${id.bootId}-${id.seq}`;
}

/** Undefined if the text does not have the form of an event id. */
export function parseEventId(text: string): EventId | undefined {
  const [, bootId, seq] = EVENT_ID.exec(text) ?? [];
  return bootId === undefined ? undefined : { bootId, seq: Number(seq) };
}

/** One event in wire format. */
export function formatEvent(event: PushedEvent, id?: EventId): Buffer {
  return formatJson(event.type, JSON.stringify(event), id);
}

/**
 * The same for an event that is already JSON without line breaks (as from `JSON.stringify`), so
 * that one `data:` line is enough.
 */
export function formatJson(type: string, json: string, id?: EventId): Buffer {
  const idLine = id === undefined ? "" : `id: ${formatEventId(id)}\n`;
  return Buffer.from(`${idLine}event: ${type}\ndata: ${json}\n\n`);
}
