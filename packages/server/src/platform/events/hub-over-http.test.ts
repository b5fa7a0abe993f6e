import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createEventHub, type EventHub, type HubNeeds } from "./hub.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A hub behind a real server. */
async function serve() {
  const hub = createEventHub({
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    ids: { next: () => "boot", secret: () => "secret" },
    metrics: { streams: () => {} },
    sessions: { findMany: async (ids: readonly string[]) => new Set(ids), onEnded: () => {} },
    settings: { LIMITS_MAX_SSE_CONNECTIONS: 9, LIMITS_MAX_SSE_CONNECTIONS_PER_USER: 5 },
    every: () => () => {},
  } as unknown as HubNeeds);
  const server = http.createServer((_request, response) => {
    response.removeHeader("transfer-encoding");
    response.writeHead(200, { "content-type": "text/event-stream" });
    const listener = { kind: "learner", accountId: "u1", sessionId: "s1" } as const;
    hub.open({ listener, maintenanceActive: false }).start(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { hub, port: (server.address() as AddressInfo).port };
}

async function follow(port: number): Promise<http.IncomingMessage> {
  const request = http.get({ host: "127.0.0.1", port, agent: false });
  request.on("error", () => {});
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.on("error", () => {});
  return response;
}

/** Sends until the hub has no streams; false if that takes more than 100 MB. */
async function flood(hub: EventHub): Promise<boolean> {
  const code = "x".repeat(50_000);
  for (let n = 0; n < 2_000 && hub.count() > 0; n += 1) {
    hub.toUser("u1", { type: "record_failed", clientRecordId: "c1", code });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hub.count() === 0;
}

describe("a stream over HTTP", () => {
  it("carries events until the service ends it", async () => {
    const { hub, port } = await serve();
    const response = await follow(port);
    hub.toAll({ type: "incident", errorRate: 0.5, windowSecs: 300 });
    hub.closeAll();
    const chunks = (await response.toArray()) as Buffer[];
    expect(Buffer.concat(chunks).toString()).toBe(
      "retry: 3000\n\n" +
        'event: maintenance\ndata: {"type":"maintenance","active":false}\n\n' +
        "id: boot-1\nevent: incident\n" +
        'data: {"type":"incident","errorRate":0.5,"windowSecs":300}\n\n' +
        "retry: 3000\n\n",
    );
  });

  it("is removed when the client disconnects", async () => {
    const { hub, port } = await serve();
    const response = await follow(port);
    expect(hub.count()).toBe(1);
    response.destroy();
    expect(await flood(hub)).toBe(true);
  });

  it("is closed when the client stops reading, however much is sent", async () => {
    const { hub, port } = await serve();
    const response = await follow(port);
    response.pause();
    expect(await flood(hub)).toBe(true);
  });
});
