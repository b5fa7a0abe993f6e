import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Maximum requests of a connection that wait for their turn; browsers send none ahead. */
const WAITING_MAX = 10;
/** The same after a connection had too many: one sender of bursts has many connections. */
const WAITING_MAX_IN_BURST = 1;
const BURST_MS = 1_000;

/** Node's parser of a connection. Its callbacks are not documented, and may be missing. */
interface WithParser {
  readonly parser?: { onIncoming?: unknown } | null;
}

interface Line {
  last: ServerResponse;
  waiting: number;
}

/** Serves a request when its turn on its connection comes. */
export type ServeInOrder = (socket: Socket, response: ServerResponse, serve: () => void) => void;

/**
 * Serves the requests of a connection one at a time, each after the previous reply was sent.
 *
 * A client may send hundreds of requests in one packet without reading the replies. If they were
 * served concurrently, all replies would stay in memory until the client reads them. A connection
 * with too many waiting requests is closed, because they would delay everyone else.
 */
export function createServeInOrder(): ServeInOrder {
  const lines = new WeakMap<Socket, Line>();
  let burstUntilMs = 0;
  return (socket, response, serve) => {
    if (socket.destroyed) return;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, { last: response, waiting: 0 });
      // The rest of the packet is read first; with too many requests in it, none is served.
      process.nextTick(() => {
        if (!socket.destroyed) serve();
      });
      return;
    }
    const before = line.last;
    line.last = response;
    if (before.writableFinished) return serve();
    line.waiting += 1;
    const nowMs = performance.now();
    if (line.waiting > (nowMs < burstUntilMs ? WAITING_MAX_IN_BURST : WAITING_MAX)) {
      burstUntilMs = nowMs + BURST_MS;
      return hangUp(socket);
    }
    before.once("close", () => {
      line.waiting -= 1;
      if (socket.writable) serve();
    });
  };
}

/**
 * Closes a connection in the middle of a packet. Node would make a request of everything that is
 * left in it, and an error of each: for 500 connections with 100 requests this takes a second.
 */
function hangUp(socket: Socket & WithParser): void {
  // A negative result ends the parser.
  if (socket.parser) socket.parser.onIncoming = () => -1;
  socket.destroy();
}
