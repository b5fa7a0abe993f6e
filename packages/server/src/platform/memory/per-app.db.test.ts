import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { openTestDatabase, type TestDatabase } from "@wordloom/testing/databases/test-database";
import { ttlCachePerApp } from "./ttl-cache.ts";
import { closeMemory, perApp, sweepMemory } from "./per-app.ts";

// State belongs to one app and is swept only for it; two handles of one database are two apps.
let test: TestDatabase;
beforeAll(async () => void (test = await openTestDatabase()));
afterAll(() => test.close());

function apps() {
  const clock = createTestClock();
  return [
    { clock, database: test.database },
    { clock, database: test.database.withoutPlugins() },
  ] as const;
}

describe("perApp", () => {
  it("creates one value per app", () => {
    const [one, other] = apps();
    const held = perApp(() => new Map<string, number>());
    held(one).set("a", 1);
    expect(held(one).get("a")).toBe(1);
    expect(held(other).size).toBe(0);
  });
});

describe("sweepMemory", () => {
  it("sweeps the state of the app", () => {
    const [one, other] = apps();
    const held = perApp(() => new Map<string, number>(), {
      sweep: (map, clock) => {
        for (const [key, untilMs] of map) if (untilMs < clock.monotonicMs()) map.delete(key);
      },
    });
    const nowMs = one.clock.monotonicMs();
    for (const app of [one, other]) {
      held(app)
        .set("old", nowMs + 1)
        .set("young", nowMs + 1_000);
    }
    sweepMemory(one);
    expect(held(one).size).toBe(2);
    one.clock.advance(2);
    sweepMemory(one);
    expect([...held(one).keys()]).toEqual(["young"]);
    expect(held(other).size).toBe(2);
  });

  it("creates nothing", () => {
    const [one] = apps();
    let made = 0;
    perApp(() => (made += 1), { sweep: () => undefined });
    sweepMemory(one);
    expect(made).toBe(0);
  });
});

describe("closeMemory", () => {
  it("closes the state of the app, and creates nothing", async () => {
    const [one, other] = apps();
    const closed: object[] = [];
    const close = async (state: object) => void closed.push(state);
    const held = perApp(() => ({}), { close });
    perApp(() => expect.unreachable("nobody asked for it"), { close });
    const [its] = [held(one), held(other)];
    await closeMemory(one);
    expect(closed).toEqual([its]);
    expect(closed[0]).toBe(its);
    expect(held(one)).not.toBe(its);
  });
});

describe("ttlCachePerApp", () => {
  it("has one cache per app, which is swept", () => {
    const [one, other] = apps();
    const held = ttlCachePerApp<number>({ entriesMax: 10, ttlMs: 1_000 });
    for (const app of [one, other]) held(app).set("a", 1);
    one.clock.advance(1_000);
    sweepMemory(one);
    expect(held(one).sweep()).toBe(0);
    expect(held(other).sweep()).toBe(1);
  });
});
