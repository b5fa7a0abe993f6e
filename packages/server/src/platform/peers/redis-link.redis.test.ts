import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { quickPaces } from "../../testing/app/quick-paces.ts";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import { until } from "@wordloom/testing/service/until";
import { silentLog } from "../observability/log.ts";
import { createRedisLink, usualPaces, type RedisLink } from "./redis-link.ts";
import { createStreamCursor } from "./stream-cursor.ts";

const source = findRedis(process.env);
/** Time for this process to notice, on a busy machine. */
const BUSY_MS = 1_000;

describe("the usual paces", () => {
  it("limit waiting to a second, and do not take a quiet stream for an outage", () => {
    const { answersWithinMs, readWaitsMs } = usualPaces;
    expect(answersWithinMs).toBeLessThanOrEqual(1_000);
    expect(readWaitsMs).toBeLessThanOrEqual(answersWithinMs / 2);
  });
});

describe.runIf(source?.kind === "program")("createRedisLink", () => {
  let server: RedisServer;
  const links: RedisLink[] = [];
  const events: string[] = [];

  beforeAll(async () => {
    if (source !== undefined) server = await startRedis(source);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
    events.length = 0;
  });

  /** A link that records its events. */
  function link(url = server.url): RedisLink {
    const note = (_: object, message: string) => void events.push(message);
    const log = { ...silentLog, warn: note, info: note };
    const made = createRedisLink({ url, log }, quickPaces);
    made.attach({
      connected: async () => void events.push("connected"),
      disconnected: () => void events.push("disconnected"),
      closing: async () => void events.push("closing"),
    });
    const cursor = createStreamCursor("news");
    made.attach({ connected: async (redis) => void (await cursor.resume(redis)) });
    made.subscribe({
      key: "news",
      cursor: () => cursor.at,
      received([entryId, [, text = ""]]) {
        cursor.moveTo(entryId);
        events.push(text);
      },
    });
    links.push(made);
    return made;
  }

  it("is up after its start, and calls `closing` of its members", async () => {
    const own = link();
    await own.start();
    expect(own.up).toBe(true);
    expect(await own.run((redis) => redis.incr("counter"))).toBe(1);
    await own.close();
    expect(own.up).toBe(false);
    expect(events).toEqual(["connected", "closing", "disconnected"]);
  });

  it("receives each entry once and in order, whoever wrote it", async () => {
    const [own, other] = [link(), link()];
    await Promise.all([own.start(), other.start()]);
    events.length = 0;
    for (const text of ["one", "two", "three"]) {
      await other.run((redis) => redis.xadd("news", "*", "text", text));
    }
    await until(() => events.length === 6);
    expect([...new Set(events)]).toEqual(["one", "two", "three"]);
  });

  it("does not wait for an unreachable Redis", async () => {
    const own = link("redis://127.0.0.1:1");
    await own.start();
    expect(own.up).toBe(false);
    await expect(own.run((redis) => redis.ping())).rejects.toThrow("unreachable");
  });

  it("can be closed while it is connecting", async () => {
    for (let n = 0; n < 20; n += 1) {
      const own = link();
      const starting = own.start();
      for (let round = 0; round < n; round += 1) await new Promise(setImmediate);
      await own.close();
      await starting;
      expect(own.up).toBe(false);
    }
  });

  it("reconnects after a crash, which it logs once", async () => {
    const own = link();
    await own.start();
    await server.stop();
    await until(() => !own.up);
    await expect(own.run((redis) => redis.ping())).rejects.toThrow("unreachable");
    await server.start();
    await until(() => own.up);
    expect(events).toEqual([
      "connected",
      "disconnected",
      "Redis does not respond; continuing without it",
      "connected",
      "Redis responds again",
    ]);
  });

  it("does not wait long for a Redis that hangs, also at the start", async () => {
    const own = link();
    await own.start();
    await server.freeze();
    const since = performance.now();
    await expect(own.run((redis) => redis.ping())).rejects.toThrow();
    expect(performance.now() - since).toBeLessThan(quickPaces.answersWithinMs + BUSY_MS);
    await until(() => !own.up);
    const late = link();
    await late.start();
    expect(late.up).toBe(false);
    server.thaw();
    await until(() => own.up && late.up);
  });

  it("goes down for a moment if Redis refuses a command", async () => {
    const own = link();
    await own.start();
    await own.run((redis) => redis.set("text", "x"));
    await expect(own.run((redis) => redis.incr("text"))).rejects.toThrow("integer");
    await until(() => events.includes("disconnected"));
    await until(() => own.up);
  });
});
