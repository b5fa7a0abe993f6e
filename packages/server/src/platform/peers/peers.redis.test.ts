import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import { until } from "@wordloom/testing/service/until";
import { silentLog } from "../observability/log.ts";
import { createPeers } from "./peers.ts";
import { createRedisLink, type RedisLink } from "./redis-link.ts";

const source = findRedis(process.env);

describe.runIf(source !== undefined)("peers", () => {
  let server: RedisServer;
  const links: RedisLink[] = [];
  const heard: string[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    if (source !== undefined) server = await startRedis(source);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
    heard.length = faults.length = 0;
  });

  async function start(name: string) {
    const log = { ...silentLog, error: (_: object, message: string) => void faults.push(message) };
    const link = createRedisLink({ url: server.url, log });
    const peers = createPeers(link, name, log);
    peers.on("sessions_ended", (about) => heard.push(`${name} sessions of ${about}`));
    peers.on("work_waiting", (about) => heard.push(`${name} work for ${about}`));
    links.push(link);
    await link.start();
    return { link, peers };
  }

  it("receive messages of others by topic, but not their own", async () => {
    const one = await start("one");
    const other = await start("other");
    one.peers.notify("sessions_ended", "u1");
    other.peers.notify("work_waiting", "records_outbox");
    other.peers.notify("words_changed");
    await until(() => heard.length === 2);
    expect(heard.toSorted()).toEqual(["one work for records_outbox", "other sessions of u1"]);
  });

  it("do not receive messages from before they connected", async () => {
    const one = await start("one");
    one.peers.notify("sessions_ended", "before");
    await one.link.run((redis) => redis.ping());
    await start("other");
    one.peers.notify("sessions_ended", "after");
    await until(() => heard.length > 0);
    expect(heard).toEqual(["other sessions of after"]);
  });

  it("stay connected if a listener throws", async () => {
    const one = await start("one");
    const other = await start("other");
    other.peers.on("words_changed", () => {
      throw new Error("oh no");
    });
    one.peers.notify("words_changed");
    one.peers.notify("sessions_ended", "u1");
    await until(() => heard.length > 0);
    expect(other.link.up).toBe(true);
    expect(faults).toEqual(["a notice from another process could not be handled"]);
  });
});
