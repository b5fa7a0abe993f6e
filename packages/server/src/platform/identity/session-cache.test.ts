import { describe, expect, it } from "vitest";
import { createSessionCache } from "./session-cache.ts";
import type { Session } from "./session.ts";

function setUp() {
  const time = { monotonicMs: 0, nowMs: 1_000_000 };
  const clock = { monotonicMs: () => time.monotonicMs, nowMs: () => time.nowMs };
  const loads: string[] = [];
  const session: Session = { id: "s1", kind: "learner", accountId: "u1", expiresAtMs: 2_000_000 };
  const load = async () => {
    loads.push("s1");
    return session;
  };
  return { time, loads, load, session, cache: createSessionCache(clock) };
}

describe("the session cache", () => {
  it("loads once a second", async () => {
    const { cache, load, loads, time, session } = setUp();
    expect(await cache.get("s1", load)).toEqual(session);
    time.monotonicMs = 999;
    expect(await cache.get("s1", load)).toEqual(session);
    expect(loads).toHaveLength(1);
    time.monotonicMs = 1_000;
    await cache.get("s1", load);
    expect(loads).toHaveLength(2);
  });

  it("does not return an expired session", async () => {
    const { cache, load, time } = setUp();
    await cache.get("s1", load);
    time.nowMs = 2_000_000;
    expect(await cache.get("s1", load)).toBeUndefined();
  });

  it("forgets all sessions of an account, or single ones by id", async () => {
    const { cache, load, loads } = setUp();
    await cache.get("s1", load);
    cache.forget("u2");
    await cache.get("s1", load);
    expect(loads).toHaveLength(1);
    cache.forget("u1");
    await cache.get("s1", load);
    expect(loads).toHaveLength(2);
    cache.drop(["s1"]);
    await cache.get("s1", load);
    expect(loads).toHaveLength(3);
  });

  it("caches nothing that was loaded before a forget", async () => {
    const { cache, load, session } = setUp();
    const reading = Promise.withResolvers<Session | undefined>();
    const read = cache.get("s1", () => reading.promise);
    cache.forget("u1");
    reading.resolve(session);
    await read;
    expect(await cache.get("s1", async () => undefined)).toBeUndefined();
    expect(await cache.get("s1", load)).toEqual(session);
  });

  it("does not cache missing sessions", async () => {
    const { cache, load, session } = setUp();
    expect(await cache.get("s1", async () => undefined)).toBeUndefined();
    expect(await cache.get("s1", load)).toEqual(session);
  });
});
