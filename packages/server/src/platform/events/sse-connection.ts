import { PING_LINE } from "./sse-format.ts";

/** Limits of the queue of a connection that does not read; beyond them it is closed. */
export const QUEUED_EVENTS_MAX = 256;
const QUEUED_BYTES_MAX = 64 * 1024;
export const STUCK_AFTER_MS = 30_000;

/** The part of a raw HTTP response that a stream uses. */
export interface Sink {
  write(bytes: Uint8Array): unknown;
  end(): unknown;
  destroy(): unknown;
  on(event: "close" | "error", listener: () => void): unknown;
  /** Bytes accepted by `write` but not sent yet. */
  readonly writableLength: number;
  readonly destroyed: boolean;
}

/** The client of a stream. */
export interface Listener {
  readonly kind: "learner" | "admin";
  readonly accountId: string;
  readonly sessionId: string;
  readonly device?: {
    readonly id: string;
    readonly platform?: string;
    /** Whether the device is banned when the stream is opened; the hub tracks it from then on. */
    readonly banned?: boolean;
  };
}

/** One open stream. */
export interface Connection {
  readonly listener: Listener;
  /** Epoch milliseconds. */
  readonly openedAtMs: number;
  /** A stream of a banned device receives only events about bans and maintenance. */
  banned: boolean;
  /**
   * Writes bytes, which may be shared with other connections. An overlong queue ends the stream.
   */
  send(bytes: Buffer): void;
  ping(): void;
  /** Ends the stream if its queue has not been empty for 30 s. */
  checkDrain(nowMs: number): void;
  /** Ends the stream gracefully, or at once if the client does not read. */
  close(): void;
}

/**
 * A stream over a response whose headers have been sent.
 *
 * The response has its own queue; this only tracks how many events were written since the queue was
 * last empty, and since when. A connection therefore costs little, and a broadcast is one `write`
 * per connection.
 */
export function createConnection(sink: Sink, listener: Listener, openedAtMs: number): Connection {
  let queuedEvents = 0;
  let busySinceMs: number | undefined;
  let open = true;
  let judged = true;
  sink.on("close", () => (open = false));
  // Without a listener an error on the socket would end the process; `close` follows anyway.
  sink.on("error", () => (open = false));

  const close = () => {
    if (!open) return;
    open = false;
    sink.end();
    // Node sends the written data at the end of the tick; the client is not reading what remains.
    process.nextTick(() => {
      if (sink.writableLength > 0) sink.destroy();
    });
  };

  const overfull = () => queuedEvents > QUEUED_EVENTS_MAX || sink.writableLength > QUEUED_BYTES_MAX;

  const judge = () => {
    judged = true;
    if (sink.writableLength === 0) queuedEvents = 0;
    else if (overfull()) close();
  };

  const send = (bytes: Buffer) => {
    if (!open) return;
    sink.write(bytes);
    queuedEvents = sink.writableLength === 0 ? 0 : queuedEvents + 1;
    // Node buffers data written within one tick, so a burst looks like a queue until then.
    if (judged && overfull()) {
      judged = false;
      process.nextTick(judge);
    }
  };

  return {
    listener,
    openedAtMs,
    banned: listener.device?.banned ?? false,
    send,
    close,
    ping: () => send(PING_LINE),
    checkDrain(nowMs) {
      if (sink.writableLength === 0) {
        queuedEvents = 0;
        busySinceMs = undefined;
        return;
      }
      busySinceMs ??= nowMs;
      if (nowMs - busySinceMs >= STUCK_AFTER_MS) close();
    },
  };
}
