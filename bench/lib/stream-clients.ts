import { connect, type Socket } from "node:net";

/** Several local addresses, because one address has too few ports. */
const ADDRESSES = 20;
const OPENING_AT_ONCE = 200;
const EVENT = "event: incident";

/** Many stream clients that record when they receive a broadcast. */
export interface StreamClients {
  readonly size: number;
  /** Opens more streams. */
  open(count: number): Promise<void>;
  /** Replaces the oldest streams with new ones. */
  exchange(count: number): Promise<void>;
  /** Starts recording broadcasts at the current clients. */
  listen(): BroadcastReceipt;
  closeAll(): Promise<void>;
}

/** The receipt of one broadcast. */
interface BroadcastReceipt {
  /** Times from the start until clients received it, in milliseconds. */
  readonly receivedAfterMs: readonly number[];
  /** Number of clients that stayed connected and have not received it. */
  countMissing(): number;
}

interface Client {
  readonly socket: Socket;
  heard: number;
}

export function createCrowdOfStreams(serverUrl: string, tokens: readonly string[]): StreamClients {
  const { hostname, port } = new URL(serverUrl);
  const clients = new Set<Client>();
  let opened = 0;
  let onHeard = () => {};

  const openOne = async () => {
    const number = opened;
    opened += 1;
    const socket = connect({
      host: hostname,
      port: Number(port),
      localAddress: `127.0.0.${2 + (number % ADDRESSES)}`,
    });
    const client: Client = { socket, heard: 0 };
    const token = tokens[number % tokens.length] ?? "";
    socket.write(requestOf(token));
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.once("data", (chunk: Buffer) => {
        const text = chunk.toString();
        if (text.startsWith("HTTP/1.1 200")) resolve();
        else reject(new Error(`no stream: ${text.split("\r\n", 1)[0]}`));
      });
    });
    socket.on("data", (chunk: Buffer) => {
      if (!chunk.includes(EVENT)) return;
      client.heard += 1;
      onHeard();
    });
    socket.on("close", () => clients.delete(client));
    clients.add(client);
  };

  const open = async (count: number) => {
    for (let left = count; left > 0; left -= OPENING_AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(left, OPENING_AT_ONCE) }, openOne));
    }
  };

  return {
    get size() {
      return clients.size;
    },
    open,
    async exchange(count) {
      for (const client of [...clients].slice(0, count)) close(client, clients);
      await open(count);
    },
    listen() {
      const receivedAfterMs: number[] = [];
      const before = [...clients].map((client) => ({ client, heard: client.heard }));
      const sinceMs = performance.now();
      onHeard = () => void receivedAfterMs.push(performance.now() - sinceMs);
      const isDeaf = ({ client, heard }: { client: Client; heard: number }) =>
        clients.has(client) && client.heard === heard;
      return { receivedAfterMs, countMissing: () => before.filter(isDeaf).length };
    },
    async closeAll() {
      for (const client of clients) close(client, clients);
    },
  };
}

function close(client: Client, clients: Set<Client>): void {
  clients.delete(client);
  client.socket.destroy();
}

function requestOf(token: string): string {
  const lines = ["GET /api/realtime/events HTTP/1.1", "host: bench"];
  return [...lines, `authorization: Bearer ${token}`, "", ""].join("\r\n");
}
