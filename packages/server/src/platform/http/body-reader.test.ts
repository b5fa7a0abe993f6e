import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limitUnread, readBody } from "./body-reader.ts";

const limits = { maxBytes: 10, tooLarge: "AVATAR_TOO_LARGE", timeoutMs: 30_000 } as const;

function incoming(headers: Record<string, string>) {
  const stream = new PassThrough();
  return Object.assign(stream, { headers }) as unknown as IncomingMessage & PassThrough;
}

const chunked = { "transfer-encoding": "chunked" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("readBody", () => {
  it("does not wait where nothing is announced", () => {
    expect(readBody(incoming({}), limits)).toEqual(Buffer.alloc(0));
    expect(readBody(incoming({ "content-length": "0" }), limits)).toEqual(Buffer.alloc(0));
  });

  it("puts the pieces together", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.write("hello");
    raw.end("world");
    expect(String(await body)).toBe("helloworld");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("refuses what says it is too large without reading it", () => {
    const raw = incoming({ "content-length": "11" });
    expect(() => readBody(raw, limits)).toThrow(expect.objectContaining({ code: limits.tooLarge }));
    expect(raw.listenerCount("data")).toBe(0);
  });

  it("refuses what turns out too large, and reads on for a while", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.write("0123456789x");
    await expect(body).rejects.toMatchObject({ code: limits.tooLarge });
    expect(raw.destroyed).toBe(false);
    raw.write(Buffer.alloc(33 * 1024 * 1024));
    await vi.waitFor(() => expect(raw.destroyed).toBe(true));
  });

  it("does not wait for slow senders for ever", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.write("0123");
    vi.advanceTimersByTime(limits.timeoutMs);
    await expect(body).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      extras: { headers: { connection: "close" } },
    });
  });

  it("notices when the sender hangs up", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.write("0123");
    raw.destroy();
    await expect(body).rejects.toMatchObject({ code: "INVALID_REQUEST_BODY" });
  });
});

describe("limitUnread", () => {
  it("cuts off a sender that goes on and on after the reply", () => {
    const raw = incoming(chunked);
    limitUnread(raw);
    vi.advanceTimersByTime(29_999);
    expect(raw.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(raw.destroyed).toBe(true);
  });

  it("leaves those alone who have said all", async () => {
    const raw = incoming(chunked);
    const body = readBody(raw, limits);
    raw.end("all");
    await body;
    limitUnread(raw);
    limitUnread(incoming({}));
    expect(vi.getTimerCount()).toBe(0);
  });
});
