import { setTimeout as pause } from "node:timers/promises";

interface ReceivedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface OpenStream {
  readonly received: readonly ReceivedEvent[];
  /** Resolves with true after `count` events of a type, or with false after the timeout. */
  waitFor(type: string, count: number, withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 20;

/** Opens the learner's stream and collects its events. */
export async function listenToStream(url: string, token: string): Promise<OpenStream> {
  const hangUp = new AbortController();
  const reply = await fetch(`${url}/api/realtime/events`, {
    headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream" },
    signal: hangUp.signal,
  });
  if (!reply.ok || reply.body === null) throw new Error(`the stream answered ${reply.status}`);
  const received: ReceivedEvent[] = [];
  const reading = read(reply.body, received).catch(() => undefined);
  return {
    received,
    async waitFor(type, count, withinMs) {
      for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += LOOK_EVERY_MS) {
        if (received.filter((event) => event.type === type).length >= count) return true;
        await pause(LOOK_EVERY_MS);
      }
      return false;
    },
    async close() {
      hangUp.abort();
      await reading;
    },
  };
}

async function read(body: ReadableStream<Uint8Array>, received: ReceivedEvent[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data: ")) received.push(JSON.parse(line.slice("data: ".length)));
    }
  }
}
