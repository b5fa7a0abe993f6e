import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { until } from "@wordloom/testing/service/until";
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
    const clock = createTestClock();
    const store = createSharedStore({ clock, link }, createMemoryStore(clock));
    await link.start();
    return { clock, link, store };
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

  it("gives a hit back for all processes, and keeps the end of the window", async () => {
    const [one, other] = [await start(), await start()];
    for (let n = 0; n < 3; n += 1) await one.store.hit("a", "back", 60_000);
    await other.store.giveBack("a", "back", 60_000);
    await other.store.giveBack("a", "back", 60_000);
    const { count, resetInMs } = await one.store.hit("a", "back", 60_000);
    expect(count).toBe(2);
    expect(resetInMs).toBeLessThanOrEqual(60_000);
    expect(resetInMs).toBeGreaterThan(0);
    for (let n = 0; n < 5; n += 1) await one.store.giveBack("a", "back", 60_000);
    await one.store.giveBack("a", "never counted", 60_000);
    expect(await other.store.hit("a", "back", 60_000)).toMatchObject({ count: 1 });
    expect(await other.store.hit("a", "never counted", 60_000)).toMatchObject({ count: 1 });
  });

  it("gives a hit of a roomy limit back", async () => {
    const { store } = await start();
    for (let n = 0; n < 5; n += 1) await store.hit("a", "room", 60_000, 1_000);
    await store.giveBack("a", "room", 60_000, 1_000);
    expect(await store.hit("a", "room", 60_000, 1_000)).toMatchObject({ count: 5 });
  });

  it("shares the hits of callers far below a roomy limit late, but completely", async () => {
    const [one, other] = [await start(), await start()];
    const hit = async ({ store }: typeof one, max: number) =>
      (await store.hit("a", "roomy", 60_000, max)).count;
    const counts = [];
    for (let n = 0; n < 20; n += 1) counts.push(await hit(one, 100));
    expect(counts).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    // Only the first hit was shared at once.
    expect(await hit(other, 100)).toBeLessThan(21);
    await until(async () => (await hit(other, 1)) > 20);
  });

  it("counts one by one when half of a limit is used up", async () => {
    const [one, other] = [await start(), await start()];
    const hit = async ({ store }: typeof one) => (await store.hit("a", "half", 60_000, 100)).count;
    for (let n = 1; n < 50; n += 1) await hit(one);
    // By now both processes know of at least fifty hits.
    await until(async () => (await hit(other)) > 50);
    const before = await hit(one);
    expect(await hit(other)).toBe(before + 1);
    expect(await hit(one)).toBe(before + 2);
  });

  it("restarts a roomy window when the old one has ended in this process", async () => {
    const { clock, store } = await start();
    await store.hit("a", "ended", 30, 100);
    await store.hit("a", "ended", 30, 100);
    clock.advance(30);
    expect(store.sweep()).toBe(1);
    await until(async () => (await store.hit("a", "ended", 30)).count === 1);
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
