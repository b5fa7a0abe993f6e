import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { releaseMemory } from "../basics/release-memory.ts";
import { limitUnreadBody, readBody, streamBody } from "./body-reader.ts";

const limits = { maxBytes: 10, tooLarge: "AVATAR_TOO_LARGE", timeoutMs: 30_000 } as const;

function incoming(headers: Record<string, string>) {
  const stream = new PassThrough();
  return Object.assign(stream, { headers }) as unknown as IncomingMessage & PassThrough;
}

const chunked = { "transfer-encoding": "chunked" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("readBody", () => {
  it("does not wait if the headers announce no body", () => {
    expect(readBody(incoming({}), limits)).toEqual(Buffer.alloc(0));
    expect(readBody(incoming({ "content-length": "0" }), limits)).toEqual(Buffer.alloc(0));
  });

  it("joins the chunks", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.write("hello");
    raw.end("world");
    expect(String(await body)).toBe("helloworld");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("refuses a body with an excessive Content-Length without reading it", () => {
    const raw = incoming({ "content-length": "11" });
    expect(() => readBody(raw, limits)).toThrow(expect.objectContaining({ code: limits.tooLarge }));
    expect(raw.listenerCount("data")).toBe(0);
  });

  it.each([
    ["keeps the connection", 32 * 1024 * 1024, {}],
    ["keeps the connection", 2 * 50_000_000, { maxBytes: 50_000_000 }],
    ["hangs up", 32 * 1024 * 1024 + 1, {}],
    ["hangs up", 2 * 50_000_000 + 1, { maxBytes: 50_000_000 }],
  ])("%s for an announced body of %i bytes with %o", (what, bytes, larger) => {
    const raw = incoming({ "content-length": String(bytes) });
    const headers = what === "hangs up" ? { headers: { connection: "close" } } : {};
    const faults = [
      expect.objectContaining({ rule: expect.stringMatching(/^At most .*; yours has /) }),
    ];
    expect(() => readBody(raw, { ...limits, ...larger })).toThrow(
      expect.objectContaining({ extras: { ...headers, faults } }),
    );
  });

  it("refuses a body that turns out too large, and discards some of the rest", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.write("0123456789x");
    await expect(body).rejects.toMatchObject({ code: limits.tooLarge });
    expect(raw.destroyed).toBe(false);
    raw.write(Buffer.alloc(33 * 1024 * 1024));
    await expect.poll(() => raw.destroyed).toBe(true);
  });

  it("does not wait for slow senders indefinitely", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.write("0123");
    vi.advanceTimersByTime(limits.timeoutMs);
    await expect(body).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      extras: { headers: { connection: "close" } },
    });
  });

  it("notices when the sender disconnects", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.write("0123");
    raw.destroy();
    await expect(body).rejects.toMatchObject({ code: "INVALID_REQUEST_BODY" });
  });
});

describe("streamBody", () => {
  const collect = async (pieces: AsyncIterable<Buffer>) => {
    const all: string[] = [];
    for await (const piece of pieces) all.push(String(piece));
    return all;
  };

  it("passes on the pieces", async () => {
    const raw = incoming(chunked);
    const pieces = collect(streamBody(raw, limits));
    raw.write("hello");
    await expect.poll(() => raw.readableLength).toBe(0);
    raw.end("world");
    expect((await pieces).join("")).toBe("helloworld");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("refuses a body with an excessive Content-Length without reading it", () => {
    const raw = incoming({ "content-length": "11" });
    expect(() => streamBody(raw, limits)).toThrow(
      expect.objectContaining({ code: limits.tooLarge }),
    );
  });

  it("refuses a body that turns out too large, and does not hang up", async () => {
    const raw = incoming(chunked);
    const pieces = collect(streamBody(raw, limits));
    raw.write("0123456789x");
    await expect(pieces).rejects.toMatchObject({ code: limits.tooLarge });
    expect(raw.destroyed).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("holds no piece that the caller has read", async () => {
    const raw = incoming(chunked);
    const read: WeakRef<Buffer>[] = [];
    const reading = (async () => {
      for await (const piece of streamBody(raw, limits)) read.push(new WeakRef(piece));
    })();
    for (let n = 0; n < 8; n += 1) {
      raw.write(String(n));
      await expect.poll(() => read.length).toBe(n + 1);
    }
    await turn();
    releaseMemory();
    // The last one may still be in the hands of the loop.
    expect(read.filter((piece) => piece.deref() !== undefined).length).toBeLessThanOrEqual(2);
    raw.end();
    await reading;
  });

  it("does not hang up when the caller stops reading", async () => {
    const raw = incoming(chunked);
    raw.write("0123");
    for await (const piece of streamBody(raw, limits)) {
      expect(String(piece)).toBe("0123");
      break;
    }
    expect(raw.destroyed).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not wait for slow senders indefinitely", async () => {
    const raw = incoming(chunked);
    const pieces = collect(streamBody(raw, limits));
    raw.write("0123");
    await expect.poll(() => raw.readableLength).toBe(0);
    vi.advanceTimersByTime(limits.timeoutMs);
    await expect(pieces).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      extras: { headers: { connection: "close" } },
    });
  });

  it("notices when the sender disconnects", async () => {
    const raw = incoming(chunked);
    const pieces = collect(streamBody(raw, limits));
    raw.write("0123");
    raw.destroy();
    await expect(pieces).rejects.toMatchObject({ code: "INVALID_REQUEST_BODY" });
  });
});

describe("limitUnreadBody", () => {
  it("disconnects a sender that keeps sending after the reply", () => {
    const raw = incoming(chunked);
    limitUnreadBody(raw);
    vi.advanceTimersByTime(29_999);
    expect(raw.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(raw.destroyed).toBe(true);
  });

  it("leaves a sender alone that has sent everything", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.end("all");
    await body;
    limitUnreadBody(raw);
    limitUnreadBody(incoming({}));
    expect(vi.getTimerCount()).toBe(0);
  });
});
