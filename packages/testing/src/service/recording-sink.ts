import type { Sink } from "@wordloom/server/platform/events/sse-connection";

/** A stream's client, which records what it reads and can stop reading. */
export interface RecordingSink extends Sink {
  /** Everything written so far. */
  text(): string;
  /** The types of the events written so far, in order. */
  types(): string[];
  /** Stops reading: later writes stay queued. */
  stall(): void;
  /** Reads everything queued. */
  drain(): void;
  /** Disconnects, as a client does. */
  hangUp(): void;
  readonly ended: boolean;
}

export function createRecordingSink(): RecordingSink {
  const chunks: Buffer[] = [];
  const onClose: (() => void)[] = [];
  const state = { stalled: false, queued: 0, ended: false, destroyed: false };

  const shut = () => {
    if (state.destroyed) return;
    state.destroyed = true;
    for (const listener of onClose) listener();
  };

  return {
    write(bytes) {
      chunks.push(Buffer.from(bytes));
      if (state.stalled) state.queued += bytes.byteLength;
    },
    end() {
      state.ended = true;
      if (state.queued === 0) shut();
    },
    destroy: shut,
    on(event, listener) {
      if (event === "close") onClose.push(listener);
    },
    get writableLength() {
      return state.queued;
    },
    get destroyed() {
      return state.destroyed;
    },
    get ended() {
      return state.ended;
    },
    text: () => Buffer.concat(chunks).toString(),
    types: () => {
      const lines = Buffer.concat(chunks).toString().split("\n");
      return lines.filter((line) => line.startsWith("event: ")).map((line) => line.slice(7));
    },
    stall: () => {
      state.stalled = true;
    },
    drain: () => {
      state.stalled = false;
      state.queued = 0;
    },
    hangUp: shut,
  };
}
