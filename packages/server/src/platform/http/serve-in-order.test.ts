import { ServerResponse, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createServeInOrder } from "./serve-in-order.ts";

// server.test.ts uses real connections; these tests control the order of events.

const replyOn = (socket: Socket) => new ServerResponse(new IncomingMessage(socket));
const packetRead = () => new Promise<void>((resolve) => process.nextTick(resolve));

describe("requests of a connection", () => {
  it("do not wait for those of another connection", async () => {
    const serveInOrder = createServeInOrder();
    const served: string[] = [];
    for (const name of ["a", "b"]) {
      const socket = new Socket();
      serveInOrder(socket, replyOn(socket), () => served.push(name));
    }
    await packetRead();
    expect(served).toEqual(["a", "b"]);
  });

  it("are not served if it is closed before their turn", async () => {
    const serveInOrder = createServeInOrder();
    const socket = new Socket();
    const first = replyOn(socket);
    const served: string[] = [];
    serveInOrder(socket, first, () => served.push("first"));
    serveInOrder(socket, replyOn(socket), () => served.push("second"));
    await packetRead();
    socket.destroy();
    first.emit("close");
    expect(served).toEqual(["first"]);
  });

  it("are not served if it is closed within their packet", async () => {
    const serveInOrder = createServeInOrder();
    const socket = new Socket();
    const served: string[] = [];
    serveInOrder(socket, replyOn(socket), () => served.push("first"));
    socket.destroy();
    await packetRead();
    expect(served).toEqual([]);
  });

  it("may wait in number, but not after another connection had too many", () => {
    const serveInOrder = createServeInOrder();
    const sendAhead = (count: number) => {
      const socket = new Socket();
      for (let sent = 0; sent < count; sent += 1) serveInOrder(socket, replyOn(socket), () => {});
      return socket.destroyed;
    };
    // The first of them is served and does not wait.
    expect(sendAhead(11)).toBe(false);
    expect(sendAhead(12)).toBe(true);
    expect(sendAhead(2)).toBe(false);
    expect(sendAhead(3)).toBe(true);
  });
});
