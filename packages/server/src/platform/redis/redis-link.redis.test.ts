import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findRedis, startRedis, type RedisServer } from "../../testing/redis-server.ts";
import { until } from "../../testing/until.ts";
import { silentLog } from "../log.ts";
import { ANSWERS_WITHIN_MS, createRedisLink, type RedisLink } from "./redis-link.ts";
import { createStreamCursor } from "./stream-cursor.ts";

const source = findRedis(process.env);

describe.runIf(source?.kind === "program")("a link to a Redis that comes and goes", () => {
  let server: RedisServer;
  const links: RedisLink[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    if (source !== undefined) server = await startRedis(source);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
    said.length = 0;
  });

  /** A link that notes when it comes up and goes down. */
  function link(url = server.url): RedisLink {
    const note = (_: object, message: string) => void said.push(message);
    const made = createRedisLink({ url, log: { ...silentLog, warn: note, info: note } });
    made.join({
      join: async () => void said.push("joined"),
      leave: () => void said.push("left"),
      farewell: async () => void said.push("farewell"),
    });
    const cursor = createStreamCursor("news");
    made.join({ join: async (redis) => void (await cursor.resume(redis)) });
    made.follow({
      key: "news",
      cursor: () => cursor.at,
      heard([entryId, [, text = ""]]) {
        cursor.moveTo(entryId);
        said.push(text);
      },
    });
    links.push(made);
    return made;
  }

  it("is up once it has started, and says farewell", async () => {
    const own = link();
    await own.start();
    expect(own.up).toBe(true);
    expect(await own.run((redis) => redis.incr("counter"))).toBe(1);
    await own.close();
    expect(own.up).toBe(false);
    expect(said).toEqual(["joined", "farewell", "left"]);
  });

  it("hears in order what is written, by whomever, once", async () => {
    const [own, other] = [link(), link()];
    await Promise.all([own.start(), other.start()]);
    said.length = 0;
    for (const text of ["one", "two", "three"]) {
      await other.run((redis) => redis.xadd("news", "*", "text", text));
    }
    await until(() => said.length === 6);
    expect([...new Set(said)]).toEqual(["one", "two", "three"]);
  });

  it("does not wait for a Redis that is not there", async () => {
    const own = link("redis://127.0.0.1:1");
    await own.start();
    expect(own.up).toBe(false);
    await expect(own.run((redis) => redis.ping())).rejects.toThrow("out of reach");
  });

  it("can be closed while it is coming up", async () => {
    for (let n = 0; n < 20; n += 1) {
      const own = link();
      const starting = own.start();
      for (let round = 0; round < n; round += 1) await new Promise(setImmediate);
      await own.close();
      await starting;
      expect(own.up).toBe(false);
    }
  });

  it("comes back after a crash, and speaks of it once", async () => {
    const own = link();
    await own.start();
    await server.stop();
    await until(() => !own.up);
    await expect(own.run((redis) => redis.ping())).rejects.toThrow("out of reach");
    await server.start();
    await until(() => own.up);
    expect(said).toEqual([
      "joined",
      "left",
      "Redis does not answer; continuing without it",
      "joined",
      "Redis answers again",
    ]);
  });

  it("does not wait long for a Redis that hangs, be it from the start", async () => {
    const own = link();
    await own.start();
    await server.freeze();
    const since = performance.now();
    await expect(own.run((redis) => redis.ping())).rejects.toThrow();
    expect(performance.now() - since).toBeLessThan(ANSWERS_WITHIN_MS * 2);
    await until(() => !own.up);
    const late = link();
    await late.start();
    expect(late.up).toBe(false);
    server.thaw();
    await until(() => own.up && late.up);
  });

  it("takes a Redis that refuses commands for one that is not there", async () => {
    const own = link();
    await own.start();
    await own.run((redis) => redis.set("text", "x"));
    await expect(own.run((redis) => redis.incr("text"))).rejects.toThrow("integer");
    await until(() => said.includes("left"));
    await until(() => own.up);
  });
});
