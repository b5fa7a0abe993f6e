import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { reachServer, urlBy } from "./postgres-way.ts";

/** A proxy to PostgreSQL that can end connections in the same packet as the greeting. */
export interface EndingWire {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Cuts all connections; from now on the greeting of every nth new one (1: each) ends it. */
  endEvery(nth: number): void;
  /** From now on connections stay open. */
  keepAll(): void;
  /** Number of ended connections. */
  readonly ended: number;
  close(): Promise<void>;
}

/** ReadyForQuery, outside of a transaction: the last message of the greeting. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** The same error as from `pg_terminate_backend` and a server's shutdown. */
const FATAL = errorResponse([
  ["S", "FATAL"],
  ["V", "FATAL"],
  ["C", "57P01"],
  ["M", "terminating connection due to administrator command"],
]);

/** @param url  URL of a database: with a host name, or with a socket folder as `host` */
export async function createEndingWire(url: string): Promise<EndingWire> {
  const sockets = new Set<Socket>();
  let nth = Number.POSITIVE_INFINITY;
  let [greeted, ended] = [0, 0];

  const server = createServer((near) => {
    const far = reachServer(url);
    let isGreeted = false;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.on("data", (chunk) => far.write(chunk));
    far.on("data", (chunk) => {
      const isGreeting = !isGreeted && chunk.subarray(-READY.length).equals(READY);
      isGreeted ||= isGreeting;
      if (isGreeting) greeted += 1;
      if (!isGreeting || greeted % nth !== 0) return void near.write(chunk);
      ended += 1;
      far.removeAllListeners("close");
      far.destroy();
      near.end(Buffer.concat([chunk, FATAL]));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: urlBy(server, url),
    get ended() {
      return ended;
    },
    endEvery(wanted) {
      nth = wanted;
      cut();
    },
    keepAll() {
      nth = Number.POSITIVE_INFINITY;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

function errorResponse(fields: readonly (readonly [string, string])[]): Buffer {
  const body = Buffer.from(`${fields.map(([kind, text]) => `${kind}${text}\0`).join("")}\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
