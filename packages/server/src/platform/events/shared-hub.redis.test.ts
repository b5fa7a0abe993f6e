import type { PushedEvent } from "@wordloom/contract";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { quickPaces } from "../../testing/app/quick-paces.ts";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import { idsOn, startSharedHub, type SharedHub } from "../../testing/app/shared-hubs.ts";
import { until } from "@wordloom/testing/service/until";
import type { LinkPaces } from "../peers/redis-link.ts";

const source = findRedis(process.env);
let server: RedisServer;
const hubs: SharedHub[] = [];

beforeAll(async () => {
  if (source !== undefined) server = await startRedis(source);
});
afterAll(() => server?.stop());
afterEach(async () => {
  for (const { link } of hubs.splice(0)) await link.close();
});

async function start(paces?: LinkPaces): Promise<SharedHub> {
  const shared = await startSharedHub(server.url, paces);
  hubs.push(shared);
  return shared;
}

async function startTwo(paces?: LinkPaces) {
  return { one: await start(paces), other: await start(paces) };
}

/** A distinguishable event. */
function numbered(n: number): PushedEvent {
  return { type: "record_failed", clientRecordId: `c${n}`, code: "NOT_FOUND" };
}

/** Waits until a hub has received the event with this id. */
async function caughtUp({ open }: SharedHub, id: string | undefined): Promise<void> {
  await until(() => !open({ accountId: "probe" }, id).types().includes("resync"));
}

function numbersOn(text: string): number[] {
  return [...text.matchAll(/"clientRecordId":"c(\d+)"/g)].map(([, n]) => Number(n));
}

describe.runIf(source !== undefined)("two hubs that share a Redis", () => {
  it("deliver the events of either to the streams of both, in one order", async () => {
    const { one, other } = await startTwo();
    const sinks = [one.open(), other.open()];
    for (let n = 0; n < 50; n += 1) (n % 3 === 0 ? one : other).hub.toUser("u1", numbered(n));
    await until(() => sinks.every((sink) => numbersOn(sink.text()).length === 50));
    const [here = "", there] = sinks.map((sink) => sink.text());
    expect(there).toBe(here);
    const fromOne = numbersOn(here).filter((n) => n % 3 === 0);
    expect(fromOne).toEqual(Array.from({ length: 17 }, (_, n) => n * 3));
  });

  it("deliver simultaneous events in order, even right before the end", async () => {
    const { one, other } = await startTwo();
    const there = other.open();
    const all = Array.from({ length: 150 }, (_, n) => n);
    for (const n of all.slice(0, 100)) one.hub.toUser("u1", numbered(n));
    await until(() => numbersOn(there.text()).length === 100);
    for (const n of all.slice(100)) one.hub.toUser("u1", numbered(n));
    await one.link.close();
    await until(() => numbersOn(there.text()).length === 150);
    expect(numbersOn(there.text())).toEqual(all);
    expect(there.types()).not.toContain("resync");
  });

  it("respect the audience of events", async () => {
    const { one, other } = await startTwo();
    const learner = other.open({ device: { id: "d1" } });
    const admin = other.open({ kind: "admin", accountId: "a1" });
    one.hub.toAdmins({ type: "worker_missed", workerName: "w", missCount: 3 });
    one.hub.toUser("u2", numbered(1));
    one.hub.toDevice("u1", "d2", { type: "banned" });
    one.hub.toDevice("u1", "d1", { type: "telemetry_request", requestId: "r1" });
    one.hub.toAll({ type: "incident", errorRate: 0.5, windowSecs: 300 });
    await until(() => admin.types().includes("incident"));
    expect(learner.types()).toEqual(["maintenance", "telemetry_request", "incident"]);
    expect(admin.types()).toEqual(["maintenance", "worker_missed", "incident"]);
  });

  it("let a client continue at one where it stopped at the other", async () => {
    const { one, other } = await startTwo();
    const first = one.open();
    for (let n = 0; n < 5; n += 1) one.hub.toUser("u1", numbered(n));
    await until(() => idsOn(first).length === 5);
    await caughtUp(other, idsOn(first).at(-1));
    const again = other.open({}, idsOn(first)[1]);
    expect(numbersOn(again.text())).toEqual([2, 3, 4]);
    expect(idsOn(again)).toEqual(idsOn(first).slice(2));
  });

  it("let a client continue at a process that started later", async () => {
    const one = await start();
    const first = one.open();
    for (let n = 0; n < 3; n += 1) one.hub.toUser("u1", numbered(n));
    await until(() => idsOn(first).length === 3);
    const late = await start();
    const again = late.open({}, idsOn(first)[0]);
    expect(numbersOn(again.text())).toEqual([1, 2]);
    one.hub.toUser("u1", numbered(3));
    await until(() => numbersOn(again.text()).includes(3));
    expect(again.types()).not.toContain("resync");
  });

  it("send resync if too many events were missed", async () => {
    const { one, other } = await startTwo();
    const first = one.open();
    for (let n = 0; n < 258; n += 1) one.hub.toUser("u1", numbered(n));
    await until(() => numbersOn(first.text()).length === 258);
    const [id = ""] = idsOn(first);
    await caughtUp(other, idsOn(first).at(-1));
    expect(other.open({}, id).types()).toEqual(["maintenance", "resync"]);
    expect(other.open({}, idsOn(first)[1]).types()).toHaveLength(1 + 256);
  });

  it("silence a device banned at the other, even if it connects right after", async () => {
    const { one, other } = await startTwo();
    const device = { id: "d1" };
    const open = other.open({ device });
    one.hub.toDevice("u1", "d1", { type: "banned" });
    await until(() => open.types().includes("banned"));
    const late = other.open({ device });
    one.hub.toUser("u1", numbered(1));
    one.hub.toDevice("u1", "d1", { type: "unbanned" });
    one.hub.toUser("u1", numbered(2));
    await until(() => numbersOn(late.text()).includes(2));
    expect(open.types()).toEqual(["maintenance", "banned", "unbanned", "record_failed"]);
    expect(late.types()).toEqual(["maintenance", "unbanned", "record_failed"]);
  });

  it("report broadcasts of the other process, but not their own", async () => {
    const { one, other } = await startTwo();
    const received: string[] = [];
    one.hub.onRemoteBroadcast(({ type }) => received.push(`one ${type}`));
    other.hub.onRemoteBroadcast(({ type }) => received.push(`other ${type}`));
    one.hub.toUser("u1", numbered(1));
    one.hub.toAll({ type: "maintenance", active: true });
    await until(() => received.length > 0);
    expect(received).toEqual(["other maintenance"]);
  });
});

describe.runIf(source !== undefined)("presence across processes", () => {
  it("lists the devices of all processes, and removes those of one that ends", async () => {
    const { one, other } = await startTwo();
    const sink = one.open({ device: { id: "d1", platform: "ios" } });
    other.open({ device: { id: "d1" } });
    other.open({ accountId: "u2", device: { id: "d2" } });
    other.open({ accountId: "u3" });
    await until(async () => (await one.hub.presence()).length === 2);
    const devices = await one.hub.presence();
    expect(devices.map(({ userId, connections }) => `${userId} ${connections}`)).toEqual([
      "u1 2",
      "u2 1",
    ]);
    expect(await one.hub.isOnline("u2", "d2")).toBe(true);
    expect(await one.hub.isOnline("u3", "d2")).toBe(false);
    await until(async () => (await one.hub.learnerStreams("u3")) === 1);
    expect(await one.hub.learnerStreams()).toBe(4);

    sink.hangUp();
    await until(async () => (await other.hub.presence())[0]?.connections === 1);
    await other.link.close();
    expect(await one.hub.presence()).toEqual([]);
    expect(await one.hub.isOnline("u2", "d2")).toBe(false);
  });

  it("counts the administrators' streams of all processes", async () => {
    const { one, other } = await startTwo();
    const sink = one.open({ kind: "admin", accountId: "a1" });
    other.open({ kind: "admin", accountId: "a1" });
    other.open({ kind: "admin", accountId: "a2" });
    await until(async () => (await one.hub.adminStreams()) === 3);
    expect(await other.hub.adminStreams()).toBe(3);
    sink.hangUp();
    await until(async () => (await other.hub.adminStreams()) === 2);
    await other.link.close();
    expect(await one.hub.adminStreams()).toBe(0);
  });

  it("expires when a process dies", async () => {
    const one = await start();
    one.open({ device: { id: "d1" } });
    const redis = new Redis(server.url);
    await until(async () => (await redis.keys("*:devices:*")).length === 1);
    const [key = ""] = await redis.keys("*:devices:*");
    expect(await redis.pttl(key)).toBeGreaterThan(0);
    expect(await redis.pttl(key)).toBeLessThanOrEqual(15_000);
    await redis.quit();
  });

  it("shares when devices were last seen", async () => {
    const { one, other } = await startTwo();
    one.hub.lastSeen.note("d1", 5_000);
    other.hub.lastSeen.note("d1", 4_000);
    other.hub.lastSeen.note("d2", 3_000);
    await until(async () => (await other.hub.lastSeen.read(["d1"])).get("d1") === 5_000);
    await until(async () => (await one.hub.lastSeen.read(["d2"])).get("d2") === 3_000);
    expect((await one.hub.lastSeen.read(["d3"])).size).toBe(0);
  });
});

describe.runIf(source?.kind === "program")("while Redis is unreachable", () => {
  it("each process continues on its own, and all clients get resync afterwards", async () => {
    const { one, other } = await startTwo(quickPaces);
    const [here, there] = [one.open(), other.open()];
    one.hub.toUser("u1", numbered(1));
    await until(() => [here, there].every((sink) => numbersOn(sink.text()).length === 1));
    const [before = ""] = idsOn(here);

    await server.stop();
    await until(() => !one.link.up && !other.link.up);
    one.hub.toUser("u1", numbered(2));
    expect(numbersOn(here.text())).toEqual([1, 2]);
    expect(numbersOn(there.text())).toEqual([1]);
    expect(one.open({}, before).types()).toEqual(["maintenance", "resync"]);
    const offline = idsOn(here)[1];
    expect(one.open({}, offline).types()).toEqual(["maintenance"]);

    await server.start();
    await until(() => one.link.up && other.link.up);
    await until(() => [here, there].every((sink) => sink.types().includes("resync")));
    expect(other.open({}, before).types()).toEqual(["maintenance", "resync"]);
    expect(one.open({}, offline).types()).toEqual(["maintenance", "resync"]);
    one.hub.toUser("u1", numbered(3));
    await until(() => [here, there].every((sink) => numbersOn(sink.text()).includes(3)));
    expect(numbersOn(here.text())).toEqual([1, 2, 3]);
  });

  it("and data survives, nothing is lost or sent twice", async () => {
    const { one, other } = await startTwo(quickPaces);
    const [here, there] = [one.open(), other.open()];
    await server.freeze();
    for (let n = 0; n < 5; n += 1) one.hub.toUser("u1", numbered(n));
    await until(() => numbersOn(here.text()).length === 5);
    expect(one.link.up).toBe(false);
    server.thaw();
    await until(() => one.link.up && other.link.up);
    await until(() => there.types().includes("resync"));
    one.hub.toUser("u1", numbered(5));
    await until(() => numbersOn(there.text()).includes(5));
    await until(() => numbersOn(here.text()).includes(5));
    expect(numbersOn(here.text())).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("and no events are sent, clients get no resync", async () => {
    const { one, other } = await startTwo(quickPaces);
    const sinks = [one.open(), other.open()];
    await server.freeze();
    await until(() => !one.link.up && !other.link.up);
    server.thaw();
    await until(() => one.link.up && other.link.up);
    one.hub.toUser("u1", numbered(1));
    await until(() => sinks.every((sink) => numbersOn(sink.text()).length === 1));
    expect(sinks.flatMap((sink) => sink.types())).not.toContain("resync");
  });

  it("presence lists the devices of this process", async () => {
    const { one, other } = await startTwo(quickPaces);
    one.open({ device: { id: "d1" } });
    other.open({ accountId: "u2", device: { id: "d2" } });
    await until(async () => (await one.hub.presence()).length === 2);
    await server.stop();
    await until(() => !one.link.up);
    expect(await one.hub.presence()).toHaveLength(1);
    expect(await one.hub.isOnline("u2", "d2")).toBe(false);
    other.hub.lastSeen.note("d2", 7_000);
    await server.start();
    await until(async () => (await one.hub.presence()).length === 2);
    await until(async () => (await one.hub.lastSeen.read(["d2"])).get("d2") === 7_000);
  });
});
