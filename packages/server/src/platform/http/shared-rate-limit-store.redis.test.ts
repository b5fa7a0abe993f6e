import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findRedis, startRedis, type RedisServer } from "../../testing/redis-server.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { until } from "../../testing/until.ts";
import { silentLog } from "../observability/log.ts";
import { createPeers } from "../peers/peers.ts";
import { createRedisLink, type RedisLink } from "../peers/redis-link.ts";
import { createMemoryStore } from "./rate-limit-store.ts";
import { createSharedStore } from "./shared-rate-limit-store.ts";

const source = findRedis(process.env);

describe.runIf(source !== undefined)("createSharedStore", () => {
  let server: RedisServer;
  const links: RedisLink[] = [];
  beforeAll(async () => {
    if (source !== undefined) server = await startRedis(source);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
  });

  async function start() {
    const link = createRedisLink({ url: server.url, log: silentLog });
    createPeers(link, String(links.push(link)), silentLog);
    const store = createSharedStore(link, createMemoryStore(createTestClock()));
    await link.start();
    return { link, store };
  }

  it("counts the hits of all processes in one window", async () => {
    const [one, other] = [await start(), await start()];
    expect(await one.store.hit("a", "k", 60_000)).toMatchObject({ count: 1 });
    const { count, resetInMs } = await other.store.hit("a", "k", 60_000);
    expect(count).toBe(2);
    expect(resetInMs).toBeGreaterThan(50_000);
    expect(resetInMs).toBeLessThanOrEqual(60_000);
    expect(await other.store.hit("a", "other", 60_000)).toMatchObject({ count: 1 });
    expect(await other.store.hit("b", "k", 60_000)).toMatchObject({ count: 1 });
  });

  it("counts all of many concurrent hits", async () => {
    const { store } = await start();
    const hits = await Promise.all(
      Array.from({ length: 200 }, () => store.hit("a", "many", 60_000)),
    );
    const counts = hits.map(({ count }) => count).toSorted((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  });

  it("starts a new window when the old one has ended", async () => {
    const { store } = await start();
    await store.hit("a", "short", 30);
    await until(async () => (await store.hit("a", "short", 30)).count === 1);
  });

  it.runIf(source?.kind === "program")("counts locally while Redis is unreachable", async () => {
    const { link, store } = await start();
    await server.freeze();
    const since = performance.now();
    expect(await store.hit("a", "alone", 60_000)).toEqual({ count: 1, resetInMs: 60_000 });
    expect(performance.now() - since).toBeLessThan(3_000);
    await until(() => !link.up);
    expect(await store.hit("a", "alone", 60_000)).toMatchObject({ count: 2 });
    server.thaw();
    await until(() => link.up);
  });
});
