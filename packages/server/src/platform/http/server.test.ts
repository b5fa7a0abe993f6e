import { endpoint, enveloped, stream } from "@wordloom/contract";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { until } from "@wordloom/testing/service/until";
import type { RouteModule } from "./route.ts";
import { createHttpServer } from "./server.ts";
import type { LiveBody } from "../events/live-body.ts";

// Tests that need a real connection: malformed requests, live replies, shutdown.

const open = { method: "GET", summary: "", access: "none", errors: [] } as const;
const quick = endpoint({ ...open, path: "/quick", replies: { 200: enveloped(z.object({})) } });
const long = endpoint({
  ...open,
  path: "/long/:length",
  replies: { 200: enveloped(z.object({ text: z.string() })) },
});
const slow = endpoint({ ...open, path: "/slow", replies: { 200: enveloped(z.object({})) } });
const live = endpoint({ ...open, path: "/live", replies: { 200: stream("text/event-stream") } });
const taking = endpoint({
  ...open,
  method: "POST",
  path: "/taking",
  body: z.object({}),
  replies: { 200: enveloped(z.object({})) },
});

const counting = endpoint({
  ...open,
  method: "POST",
  path: "/counted",
  replies: { 200: enveloped(z.object({})) },
});

const oneEvent: LiveBody = {
  start(sink) {
    sink.write(Buffer.from("data: 1\n\n"));
    sink.end();
  },
};

let app: TestApp;
let port: number;
let counted: number;
let finishSlow: () => void;
let slowBegan: Promise<void>;

function createRoutes(): RouteModule {
  let began: () => void = () => undefined;
  slowBegan = new Promise((resolve) => (began = resolve));
  counted = 0;
  const finished = new Promise<void>((resolve) => (finishSlow = resolve));
  return (mount) => {
    mount(quick, ({ answer }) => answer(200, {}));
    mount(long, ({ params, answer }) =>
      answer(200, { text: "x".repeat(Number(params.length)) }, { headers: { vary: "Cookie" } }),
    );
    mount(taking, ({ answer }) => answer(200, {}));
    mount(slow, async ({ answer }) => {
      began();
      await finished;
      return answer(200, {});
    });
    mount(counting, ({ answer }) => {
      counted += 1;
      return answer(200, {});
    });
    mount(live, ({ answer }) => answer(200, oneEvent));
  };
}

async function receive(path: string, method = "GET", encodings = "") {
  const headers = { "accept-encoding": encodings };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ port, path, method, headers, host: "127.0.0.1" }, resolve).on("error", reject).end();
  const reply = await promise;
  return { headers: reply.headers, body: await buffer(reply) };
}

/** Sends raw text and returns everything received until the connection closes. */
function converse(text: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect({ port, host: "127.0.0.1" });
  const answer = new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
  socket.write(text);
  return { socket, answer };
}

beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature({ routes: [createRoutes()] }) });
  ({ port } = await app.listen());
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

describe("a reply", () => {
  it("that is large is compressed for callers that take it", async () => {
    const { headers, body } = await receive("/long/20000", "GET", "br, gzip");
    expect(headers).toMatchObject({
      "content-encoding": "gzip",
      "content-length": String(body.byteLength),
      vary: "Cookie, Accept-Encoding",
    });
    expect(body.byteLength).toBeLessThan(1_000);
    expect(JSON.parse(String(gunzipSync(body))).data.text).toHaveLength(20_000);
  });

  it.each([
    ["is large, for callers that do not", "/long/20000", "gzip;q=0", "Cookie, Accept-Encoding"],
    ["is small", "/long/200", "gzip", "Cookie"],
  ])("that %s is sent unchanged", async (_name, path, encodings, vary) => {
    const { headers, body } = await receive(path, "GET", encodings);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toBe(vary);
    expect(JSON.parse(String(body)).success).toBe(true);
  });

  it("to HEAD has the headers of the compressed one and no body", async () => {
    const { headers, body } = await receive("/long/20000", "HEAD", "gzip");
    expect(headers["content-encoding"]).toBe("gzip");
    expect(body).toHaveLength(0);
  });
});

describe("a refused upload", () => {
  it.each(["close", "keep-alive"])(
    "that continues sending gets its reply: connection %s",
    async (kind) => {
      const length = 12 * 1024 * 1024;
      const headers = `Host: a\r\nConnection: ${kind}\r\nContent-Length: ${length}\r\n`;
      for (let time = 0; time < 8; time += 1) {
        const { socket, answer } = converse(`POST /taking HTTP/1.1\r\n${headers}\r\n`);
        // The part that exceeds the system's buffers is sent after the refusal.
        await new Promise<void>((sent) => socket.write(Buffer.alloc(length, " "), () => sent()));
        expect(socket.errored).toBeNull();
        socket.end();
        expect(await answer).toMatch(/^HTTP\/1\.1 413 [^]*PAYLOAD_TOO_LARGE/);
      }
    },
  );
});

describe("a connection", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["a line break within a header", "GET /quick HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", / 400 /],
    [
      "two ideas of how long the body is",
      "POST /taking HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n" +
        "Transfer-Encoding: chunked\r\n\r\n{}",
      /^HTTP\/1\.1 400 /,
    ],
    ["endless headers", `GET /quick HTTP/1.1\r\nX: ${"a".repeat(40_000)}\r\n\r\n`, / 431 /],
    ["no host", "GET /quick HTTP/1.1\r\n\r\n", / 400 /],
  ])("with %s is refused and closed", async (_name, text, expected) => {
    const reply = await converse(text).answer;
    expect(reply).toMatch(expected);
    expect(reply).not.toMatch(/ 200 /);
  });

  const get = (target: string, ...hosts: string[]) =>
    `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join("")}\r\n`;
  const countedAhead = (times: number) => "POST /counted HTTP/1.1\r\nHost: a\r\n\r\n".repeat(times);

  it.each([
    ["two hosts", get("/quick", "a", "b")],
    ["the same host twice", get("/quick", "a", "a")],
    ["an empty host besides", get("/quick", "a", "")],
    ["two hosts and an unknown path", get("/nowhere", "a", "b")],
    ["two hosts and an address", get("http://a/quick", "a", "a")],
    ["another host than in its address", get("http://a/quick", "b")],
    ["another port than in its address", get("http://a:81/quick", "a")],
    ["an address that is none", get("http://a:b/quick", "a")],
    ["a host with a path", get("/quick", "evil.example/x?")],
    ["a host with a name before it", get("/quick", "user@a")],
  ])("with %s is refused and closed, however it is routed", async (_name, text) => {
    const reply = await converse(text).answer;
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toMatch(/"code":"INVALID_REQUEST_BODY"/);
    expect(reply).not.toMatch(/ 200 /);
  });

  it.each([
    ["one host", get("/quick", "a")],
    ["an empty host", get("/quick", "")],
    ["an address of IPv6 as host", get("/quick", "[::1]:3000")],
    ["a host of a container", get("/quick", "word_loom:3000")],
    ["the host of its address", get("http://a/quick", "A")],
    ["the host and port of its address", get("http://a:80/quick?x=http://b/", "a:80")],
  ])("with %s is served", async (_name, text) => {
    const { socket, answer } = converse(text);
    socket.end();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("that sends 10 MB too much still gets the reply", async () => {
    const url = `http://127.0.0.1:${port}/taking`;
    const reply = await fetch(url, { method: "POST", body: "x".repeat(10_000_000) });
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  /** Starts a request. @returns also the server's side of the connection */
  async function observed(text: string) {
    const accepted = Promise.withResolvers<Socket>();
    const listen = (message: unknown) => accepted.resolve((message as { socket: Socket }).socket);
    subscribe("net.server.socket", listen);
    const { socket, answer } = converse(text);
    const served = await accepted.promise;
    unsubscribe("net.server.socket", listen);
    return { socket, answer, served };
  }

  /** Starts a request, and lets the server's side of its connection idle for too long. */
  async function idleDuring(text: string, isWaiting: () => Promise<unknown>) {
    const { socket, answer, served } = await observed(text);
    await isWaiting();
    served.emit("timeout");
    return { socket, answer };
  }

  it("is kept for as long as its reply takes", async () => {
    const { socket, answer } = await idleDuring(get("/slow", "a"), () => slowBegan);
    finishSlow();
    socket.end();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("that stalls during a body is closed", async () => {
    const begun = "POST /taking HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{";
    // A later request on another connection has been served, so the first one has been read.
    const { answer } = await idleDuring(begun, () => fetch(`http://127.0.0.1:${port}/quick`));
    expect(await answer).toBe("");
  });

  it("that ends during a body does no harm", async () => {
    const head = "POST /taking HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{";
    const { socket, answer } = converse(head);
    socket.end();
    await answer;
    expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(200);
    expect(app.faults).toEqual([]);
  });

  it("is reused for the next request", async () => {
    const request = "GET /quick HTTP/1.1\r\nHost: a\r\n\r\n";
    const last = request.replace("Host", "Connection: close\r\nHost");
    const reply = await converse(request + request + last).answer;
    expect(reply.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it("with pipelined requests gets them served one by one", async () => {
    const both = ["GET /slow HTTP/1.1", "POST /counted HTTP/1.1"].join("\r\nHost: a\r\n\r\n");
    const { socket } = converse(`${both}\r\nHost: a\r\n\r\n`);
    await slowBegan;
    // A round trip on another connection gives the second request time to be served.
    await fetch(`http://127.0.0.1:${port}/quick`);
    expect(counted).toBe(0);
    finishSlow();
    await until(() => counted === 1);
    socket.destroy();
  });

  it("serves ten requests that were sent ahead", async () => {
    const { socket } = converse(get("/slow", "a") + countedAhead(10));
    await slowBegan;
    finishSlow();
    await until(() => counted === 10);
    socket.destroy();
  });

  it("is closed when more requests wait on it, and serves none of them", async () => {
    const { answer } = converse(get("/slow", "a") + countedAhead(100));
    expect(await answer).toBe("");
    finishSlow();
    await fetch(`http://127.0.0.1:${port}/quick`);
    expect(counted).toBe(0);
    expect(app.faults).toEqual([]);
  });

  it("is closed with too many requests in its first packet, and serves none of them", async () => {
    expect(await converse(countedAhead(100)).answer).toBe("");
    await fetch(`http://127.0.0.1:${port}/quick`);
    expect(counted).toBe(0);
  });

  it("is closed without reading the rest of a packet of too many requests", async () => {
    let read = 0;
    const note = (message: unknown) => {
      const { url } = (message as { readonly request: IncomingMessage }).request;
      if (url === "/counted") read += 1;
    };
    subscribe("http.server.request.start", note);
    const { answer } = converse(get("/slow", "a") + countedAhead(100));
    expect(await answer).toBe("");
    unsubscribe("http.server.request.start", note);
    // Ten that wait, and one too many.
    expect(read).toBe(11);
    finishSlow();
    // The parser goes back to a pool.
    expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(200);
  });

  it("is closed when its client stops reading a reply", async () => {
    await app.close();
    app = await buildTestApp({
      features: onlyFeature({ routes: [createRoutes()] }),
      createServer: (serveUnknown) => createHttpServer(serveUnknown, { stalledMs: 50 }),
    });
    ({ port } = await app.listen());
    // More than the system's buffers hold.
    const { socket, served } = await observed(get("/long/30000000", "a"));
    socket.removeAllListeners("data");
    socket.pause();
    await until(() => served.destroyed);
    socket.destroy();
  });

  it("sends a live reply without chunks, and ends with it", async () => {
    const reply = await converse("GET /live HTTP/1.1\r\nHost: a\r\n\r\n").answer;
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(reply).toMatch(/connection: close/i);
    expect(reply).not.toMatch(/transfer-encoding/i);
    expect(reply).toMatch(/\r\n\r\ndata: 1\n\n$/);
  });

  it("opens no live reply for HEAD", async () => {
    const head = "HEAD /live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const reply = await converse(head).answer;
    expect(reply).toMatch(/text\/event-stream/);
    expect(reply).toMatch(/\r\n\r\n$/);
  });
});

describe("closing", () => {
  it("lets a request in flight finish, and accepts no new connection", async () => {
    const inFlight = converse("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    const idle = converse("GET /quick HTTP/1.1\r\nHost: a\r\n\r\n");
    await slowBegan;
    const closed = app.close();
    await idle.answer;
    await expect(fetch(`http://127.0.0.1:${port}/quick`)).rejects.toThrow();
    finishSlow();
    expect(await inFlight.answer).toMatch(/^HTTP\/1\.1 200 OK/);
    await closed;
  });
});
