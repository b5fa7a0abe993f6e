import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { deleteWord, knownWords } from "../../features/library/words/words.service.ts";
import { openDatabase } from "../../platform/database/connection.ts";
import { randomIds } from "../../platform/basics/ids.ts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { quickPaces } from "../app/quick-paces.ts";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import {
  createMigratedAddress,
  testOptions,
  type TestAddress,
} from "@wordloom/testing/databases/test-database";
import { until } from "@wordloom/testing/service/until";

const source = findRedis(process.env);
const AWAY = "Redis does not answer; events do not reach other processes.";

/** Apps with separate database handles represent processes. */
describe.runIf(source !== undefined)("two apps on one database and one Redis", () => {
  let server: RedisServer;
  let address: TestAddress;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    if (source !== undefined) server = await startRedis(source);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await address.remove();
  });

  async function startOne(settings: Record<string, string>): Promise<TestApp> {
    const database = await openDatabase(address.url, testOptions);
    const app = await buildTestApp({
      database,
      ids: randomIds,
      linkPaces: quickPaces,
      settings: { REDIS_URL: server.url, ...settings },
    });
    closing.push(
      () => app.close(),
      () => database.destroy(),
    );
    return app;
  }

  async function startTwo(settings: Record<string, string> = {}) {
    address = await createMigratedAddress();
    const [one, other] = [await startOne(settings), await startOne(settings)];
    return { one, other, learner: await one.learner() };
  }

  const statusOf = async (app: TestApp, learner: { headers: Record<string, string> }) =>
    (await app.send("GET", "/api/users/me", learner)).status;

  it("share the rate limits", async () => {
    const { one, other, learner } = await startTwo({ RATE_LIMIT_AUTHENTICATED_MAX: "4" });
    const replies = [];
    for (const app of [one, other, one, other, one, other]) {
      replies.push(await app.send("GET", "/api/users/me", learner));
    }
    const left = replies.map(({ headers }) => headers["ratelimit-remaining"]);
    expect(left).toEqual(["3", "2", "1", "0", "0", "0"]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    const resetSecs = Number(replies[5]?.headers["ratelimit-reset"]);
    expect(resetSecs).toBeGreaterThan(50);
    expect(resetSecs).toBeLessThanOrEqual(60);
  });

  it("end streams and requests of a session ended at the other", async () => {
    const { one, other, learner } = await startTwo();
    const stream = other.send("GET", "/api/realtime/events", learner);
    await until(() => other.hub.count() === 1);
    expect(await statusOf(other, learner)).toBe(200);
    expect((await one.send("POST", "/api/auth/logout", learner)).status).toBe(200);
    expect((await stream).status).toBe(200);
    expect(await statusOf(other, learner)).toBe(401);
  });

  it("end streams and requests of a learner banned at the other, and say why", async () => {
    const { one, other, learner } = await startTwo();
    const admin = await one.admin();
    const streams = [one, other].map((app) => app.send("GET", "/api/realtime/events", learner));
    await until(() => one.hub.count() === 1 && other.hub.count() === 1);
    expect(await statusOf(other, learner)).toBe(200);
    const path = `/api/admin/users/${learner.id}/ban`;
    expect((await one.send("POST", path, { headers: admin.headers })).status).toBe(200);
    expect(await statusOf(one, learner)).toBe(401);
    for (const { text } of await Promise.all(streams)) expect(text).toContain("event: banned");
    expect(await statusOf(other, learner)).toBe(401);
  });

  it("share the maintenance mode", async () => {
    const { one, other, learner } = await startTwo();
    one.deps.maintenance.set(true);
    await until(() => other.deps.maintenance.active);
    expect(await statusOf(other, learner)).toBe(503);
    one.deps.maintenance.set(false);
    await until(() => !other.deps.maintenance.active);
    expect(one.deps.maintenance.active).toBe(false);
    expect(other.hub.recorded()).toEqual([]);
  });

  it("drop cached words when the other changes some", async () => {
    const { one, other } = await startTwo();
    await one.word({ id: "w1" });
    const known = async () => (await knownWords(other.deps, ["w1"])).size;
    expect(await known()).toBe(1);
    await deleteWord(one.deps, "w1");
    await until(async () => (await known()) === 0);
  });

  it.runIf(source?.kind === "program")("continue without Redis, and report it", async () => {
    const { one, learner } = await startTwo();
    const reasons = async () => {
      const { body } = await one.send("GET", "/health");
      return (body as { reasons?: string[] }).reasons ?? [];
    };
    expect(await reasons()).not.toContain(AWAY);
    expect(await statusOf(one, learner)).toBe(200);
    await server.stop();
    await until(() => !one.deps.peers.reachable);
    expect(await reasons()).toContain(AWAY);
    const { status, headers } = await one.send("GET", "/api/users/me", learner);
    expect([status, headers["ratelimit-remaining"]]).toEqual([200, "599"]);
    await server.start();
    await until(() => one.deps.peers.reachable);
  });

  it.runIf(source?.kind === "program")("wait no longer for a Redis that hangs", async () => {
    const { one, other, learner } = await startTwo();
    const stream = one.send("GET", "/api/realtime/events", learner);
    await until(() => one.hub.count() === 1);
    await server.freeze();
    try {
      const took = await Promise.all([
        ...Array.from({ length: 20 }, () => timeOf(one, "GET", "/api/users/me")),
        timeOf(one, "GET", "/health"),
        timeOf(other, "POST", "/api/auth/logout"),
      ]);
      // A command waits this long for its reply; without the link, nothing waits.
      expect(Math.max(...took)).toBeLessThan(4_000);
      await until(() => !one.deps.peers.reachable && !other.deps.peers.reachable);
      // The database has the end of the session, and the stream asks the database.
      expect((await stream).status).toBe(200);
      one.clock.advance(2_000);
      expect(await statusOf(one, learner)).toBe(401);
    } finally {
      server.thaw();
    }
    await until(() => one.deps.peers.reachable && other.deps.peers.reachable);

    async function timeOf(app: TestApp, method: string, path: string): Promise<number> {
      const startedAt = performance.now();
      const { status } = await app.send(method, path, learner);
      expect(status).toBeLessThan(500);
      return performance.now() - startedAt;
    }
  });
});
