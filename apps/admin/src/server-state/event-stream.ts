import { connection, createEventReader, type ReadEvent } from "@wordloom/web";
import { servicePath } from "../platform/service-path.ts";
import { adminToken, signInEnded } from "./sign-in.ts";

/**
 * Opens a stream of events with the token, which a browser's own EventSource cannot send.
 *
 * @param path  below the service's address
 * @param lastId  of the last event that was read, to go on behind it
 * @throws Error when it is refused or unreachable
 */
export async function openEvents(
  path: string,
  signal: AbortSignal,
  lastId?: string,
): Promise<AsyncIterable<ReadEvent>> {
  const token = adminToken();
  const reply = await fetch(servicePath + path, {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      ...(lastId !== undefined && { "last-event-id": lastId }),
    },
    signal,
  });
  if (reply.status === 401) signInEnded(token);
  if (!reply.ok || reply.body === null) {
    // What nobody reads keeps its connection, of which a browser has six.
    await reply.body?.cancel();
    throw new Error(`the stream was refused: ${reply.status}`);
  }
  connection.heard();
  return eventsOf(reply.body);
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ReadEvent> {
  const read = createEventReader();
  const pieces = body.pipeThrough(new TextDecoderStream() as never).getReader();
  for (;;) {
    const { done, value } = (await pieces.read()) as ReadableStreamReadResult<string>;
    if (done) return;
    yield* read(value);
  }
}

/** Waits, but not longer than until `signal`. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
