import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { runPacedLoad } from "./paced-load.ts";

// Every request is sent once and its reply counted: twenty requests to a local server within a
// tenth of a second.
let server: Server;
afterEach(() => server.close());

async function load(listener: RequestListener, connections: number) {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const body = (sequence: number) => ({ sequence });
  const asked = { url, method: "POST", path: "/x", tokens: ["t"], seconds: 0.1 } as const;
  return runPacedLoad({ ...asked, connections, body }, 200);
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<number> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString()).sequence;
}

describe("runPacedLoad", () => {
  it("sends each request once, with its token and body", async () => {
    const seen: number[] = [];
    const result = await load(async (request, response) => {
      expect(request.headers.authorization).toBe("Bearer t");
      seen.push(await bodyOf(request));
      response.setHeader("content-length", 4).end("null");
    }, 4);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect([result.total, result.errors]).toEqual([20, 0]);
    expect(result.p50Ms).toBeLessThanOrEqual(result.p99Ms);
  });

  it("counts refusals and lost connections as errors, and continues", async () => {
    const result = await load(async (request, response) => {
      const sequence = await bodyOf(request);
      if (sequence === 5) request.socket.destroy();
      else response.writeHead(sequence === 6 ? 500 : 200, { "content-length": 0 }).end();
    }, 2);
    expect([result.total, result.errors]).toEqual([20, 2]);
  });

  it("assembles a reply that arrives in pieces", async () => {
    const result = await load((_request, response) => {
      response.writeHead(200, { "content-length": 8 }).write("half");
      response.end("half");
    }, 2);
    expect([result.total, result.errors]).toEqual([20, 0]);
  });
});
