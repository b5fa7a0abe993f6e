import { ServerResponse, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { serveInOrder } from "./serve-in-order.ts";

// server.test.ts uses real connections; these tests control the order of events.

const replyOn = (socket: Socket) => new ServerResponse(new IncomingMessage(socket));

describe("serveInOrder", () => {
  it("serves at once on every other connection", () => {
    const served: string[] = [];
    for (const name of ["a", "b"]) {
      const socket = new Socket();
      serveInOrder(socket, replyOn(socket), () => served.push(name));
    }
    expect(served).toEqual(["a", "b"]);
  });

  it("serves nothing on a connection that is closed before its turn", () => {
    const socket = new Socket();
    const first = replyOn(socket);
    const served: string[] = [];
    serveInOrder(socket, first, () => served.push("first"));
    serveInOrder(socket, replyOn(socket), () => served.push("second"));
    socket.destroy();
    first.emit("close");
    expect(served).toEqual(["first"]);
  });
});
