import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const lastReplies = new WeakMap<Socket, ServerResponse>();

/**
 * Serves the requests of a connection one at a time: each after the previous reply was sent.
 *
 * A client may send hundreds of requests in one packet without reading the replies. Served
 * concurrently, all replies would stay in memory for as long as the client does not read.
 */
export function serveInOrder(socket: Socket, response: ServerResponse, serve: () => void): void {
  const before = lastReplies.get(socket);
  lastReplies.set(socket, response);
  if (before === undefined || before.writableFinished) serve();
  else before.once("close", () => void (socket.writable && serve()));
}
