import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { reachServer, urlBy } from "./postgres-way.ts";

/** A proxy to PostgreSQL that can go silent: connections stay open, and nothing passes. */
export interface SilentWire {
  /** URL of the database through the proxy. */
  readonly url: string;
  fallSilent(): void;
  /** Delivers the messages it has held back. */
  speak(): void;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** @param url  URL of a database: with a host name, or with a socket folder as `host` */
export async function createSilentWire(url: string): Promise<SilentWire> {
  const sockets = new Set<Socket>();
  let silent = false;

  const server = createServer((near) => {
    const far = reachServer(url);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      if (silent) from.pause();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: urlBy(server, url),
    fallSilent() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      silent = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
