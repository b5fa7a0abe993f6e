import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestClock } from "../testing/test-clock.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { freshMapPerApp } from "./fresh-map.ts";
import { perApp, sweepMemory } from "./per-app.ts";

// What we check: memory belongs to one app and is swept for that app only. How: two handles of one
// database are two apps.
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
  it("makes one thing per app, and the same one each time", () => {
    const [one, other] = apps();
    const held = perApp(() => new Map<string, number>());
    held(one).set("a", 1);
    expect(held(one).get("a")).toBe(1);
    expect(held(other).size).toBe(0);
  });
});

describe("sweepMemory", () => {
  it("lets what an app keeps drop what is out of date", () => {
    const [one, other] = apps();
    const held = perApp(() => new Map<string, number>(), {
      sweep: (map, clock) => {
        for (const [key, untilMs] of map) if (untilMs < clock.monotonicMs()) map.delete(key);
      },
    });
    const nowMs = one.clock.monotonicMs();
    for (const app of [one, other])
      held(app)
        .set("old", nowMs + 1)
        .set("young", nowMs + 1_000);
    sweepMemory(one);
    expect(held(one).size).toBe(2);
    one.clock.advance(2);
    sweepMemory(one);
    expect([...held(one).keys()]).toEqual(["young"]);
    expect(held(other).size).toBe(2);
  });

  it("makes nothing that was not asked for", () => {
    const [one] = apps();
    let made = 0;
    perApp(() => (made += 1), { sweep: () => undefined });
    sweepMemory(one);
    expect(made).toBe(0);
  });
});

describe("freshMapPerApp", () => {
  it("is one for each app, and swept of what is out of date", () => {
    const [one, other] = apps();
    const held = freshMapPerApp<number>({ entriesMax: 10, freshForMs: 1_000 });
    for (const app of [one, other]) held(app).set("a", 1);
    one.clock.advance(1_000);
    sweepMemory(one);
    expect(held(one).sweep()).toBe(0);
    expect(held(other).sweep()).toBe(1);
  });
});
