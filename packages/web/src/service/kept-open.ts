import type { PushedEvent } from "@wordloom/contract";
import { pause } from "../platform/pause.ts";
import type { ReadEvent } from "./event-reader.ts";

/** Opens the stream after the event `lastId`. @throws Error if it is refused or unreachable */
export type Connect = (
  signal: AbortSignal,
  lastId: string | undefined,
) => Promise<AsyncIterable<ReadEvent>>;

/** Callbacks of a stream that is kept open. */
export interface StreamEnds {
  /** The id to resume after; read before each attempt. */
  readonly lastId: () => string | undefined;
  readonly onEvent: (event: PushedEvent, id: string | undefined) => void;
  readonly onState: (isOpen: boolean) => void;
}

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 30_000;

/** Opens the stream, and reopens it after every interruption, until `signal` aborts. */
export async function keepOpen(
  connect: Connect,
  { lastId, onEvent, onState }: StreamEnds,
  signal: AbortSignal,
): Promise<void> {
  let retryMs = RETRY_MIN_MS;
  while (!signal.aborted) {
    const attempt = new AbortController();
    const either = AbortSignal.any([signal, attempt.signal]);
    // A stream over a network that has disconnected may look open for minutes.
    const again = () => {
      // The first attempt may come before the network is usable.
      retryMs = RETRY_MIN_MS;
      attempt.abort();
    };
    addEventListener("online", again);
    try {
      const events = await connect(either, lastId());
      onState(true);
      for await (const { id, data } of events) {
        if (signal.aborted) break;
        retryMs = RETRY_MIN_MS;
        onEvent(JSON.parse(data) as PushedEvent, id);
      }
    } catch {
      // Ended, refused or unreachable: wait, and try again.
    }
    if (!signal.aborted) onState(false);
    await pause(retryMs, either);
    removeEventListener("online", again);
    retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
  }
}
