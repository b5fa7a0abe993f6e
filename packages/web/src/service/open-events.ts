import { connection } from "./connection.ts";
import { createEventReader, type ReadEvent } from "./event-reader.ts";

/** The service responded, but not with a stream. */
export class StreamRefused extends Error {
  readonly status: number;
  /** The service's code; something else refused the stream if there is none. */
  readonly code: string;

  constructor(status: number, code: string) {
    super(`the stream was refused: ${status}`);
    this.status = status;
    this.code = code;
  }
}

export interface StreamCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Id of the last event that was read, to resume after it. */
  readonly lastId?: string | undefined;
}

/**
 * Opens a stream of events with `fetch`: an EventSource sends no token, and cannot resume where
 * another tab's stream ended.
 * @throws StreamRefused, or TypeError when the service is unreachable
 */
export async function openEvents(
  url: string,
  { headers, signal, lastId }: StreamCall,
): Promise<AsyncIterable<ReadEvent>> {
  const reply = await fetch(url, {
    headers: {
      accept: "text/event-stream",
      ...headers,
      ...(lastId !== undefined && { "last-event-id": lastId }),
    },
    cache: "no-store",
    signal,
  });
  if (!reply.ok || reply.body === null) {
    throw new StreamRefused(reply.status, await codeOf(reply));
  }
  connection.heard();
  return eventsOf(reply.body);
}

async function codeOf(reply: Response): Promise<string> {
  if (/\bjson\b/.test(reply.headers.get("content-type") ?? "")) {
    const refusal = (await reply.json().catch(() => null)) as { code?: string } | null;
    return refusal?.code ?? "";
  }
  // An unread body keeps its connection, and a browser has only six.
  await reply.body?.cancel();
  return "";
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
