import type { PushedEvent } from "@wordloom/contract";

/** How long a client waits before it connects again, in milliseconds. */
const RETRY_MS = 3_000;

/** Sent once at the start of a stream and once more before the service ends it. */
export const RETRY_LINE = Buffer.from(`retry: ${RETRY_MS}\n\n`);

/** A comment: keeps proxies from closing a quiet connection; clients never see it. */
export const PING_LINE = Buffer.from(": ping\n\n");

/** Where an event stands in the history of one server start. */
export interface EventId {
  readonly bootId: string;
  readonly seq: number;
}

const EVENT_ID = /^([A-Za-z0-9]{1,40})-(\d{1,15})$/;

function formatEventId(id: EventId): string {
  return `${id.bootId}-${id.seq}`;
}

/** Undefined for anything that is not shaped like an id of ours. */
export function parseEventId(text: string): EventId | undefined {
  const [, bootId, seq] = EVENT_ID.exec(text) ?? [];
  return bootId === undefined ? undefined : { bootId, seq: Number(seq) };
}

/** One event as it goes over the wire. */
export function formatEvent(event: PushedEvent, id?: EventId): Buffer {
  return formatJson(event.type, JSON.stringify(event), id);
}

/**
 * The same for an event that is JSON already, without line breaks, as `JSON.stringify` makes it:
 * one `data:` line is always enough.
 */
export function formatJson(type: string, json: string, id?: EventId): Buffer {
  const idLine = id === undefined ? "" : `id: ${formatEventId(id)}\n`;
  return Buffer.from(`${idLine}event: ${type}\ndata: ${json}\n\n`);
}
