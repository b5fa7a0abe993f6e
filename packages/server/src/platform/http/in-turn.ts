import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const lastReplies = new WeakMap<Socket, ServerResponse>();

/**
 * Serves the requests of a connection one at a time: the next one once the last reply is sent.
 *
 * A client may send hundreds of requests in one packet and read no reply. Served at once, each of
 * them would keep its whole reply in memory for as long as the client likes.
 */
export function inTurn(socket: Socket, response: ServerResponse, serve: () => void): void {
  const before = lastReplies.get(socket);
  lastReplies.set(socket, response);
  if (before === undefined || before.writableFinished) serve();
  else before.once("close", () => void (socket.writable && serve()));
}
