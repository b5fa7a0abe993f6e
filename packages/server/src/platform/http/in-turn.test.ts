import { ServerResponse, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { inTurn } from "./in-turn.ts";

// On real connections: server.test.ts. Here: what depends on who lets go first.

const replyOn = (socket: Socket) => new ServerResponse(new IncomingMessage(socket));

describe("inTurn", () => {
  it("serves at once on every other connection", () => {
    const served: string[] = [];
    for (const name of ["a", "b"]) {
      const socket = new Socket();
      inTurn(socket, replyOn(socket), () => served.push(name));
    }
    expect(served).toEqual(["a", "b"]);
  });

  it("serves nothing on a connection that is gone before its turn", () => {
    const socket = new Socket();
    const first = replyOn(socket);
    const served: string[] = [];
    inTurn(socket, first, () => served.push("first"));
    inTurn(socket, replyOn(socket), () => served.push("second"));
    socket.destroy();
    first.emit("close");
    expect(served).toEqual(["first"]);
  });
});
