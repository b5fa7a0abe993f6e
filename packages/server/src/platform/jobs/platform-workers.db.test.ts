import { describe, expect, it } from "vitest";
import { partialDeps } from "../../testing/partial-deps.ts";
import { openTestDatabase } from "../../testing/test-database.ts";
import { dialectOf } from "../database/dialect/dialect-of.ts";
import { createErrorRateWatchdog, platformWorkers } from "./platform-workers.ts";

const signal = new AbortController().signal;

/** A watchdog with given request statistics, and the events it sends. */
function setUp() {
  const heard: unknown[] = [];
  const figures = { rate: 0, requests: 0, nowMs: 0 };
  const deps = partialDeps({
    clock: { nowMs: () => figures.nowMs, monotonicMs: () => figures.nowMs },
    events: { toAll: (event: unknown) => heard.push(event) },
    log: { error: () => {} },
    metrics: { errorRate: () => figures },
  });
  const watchdog = createErrorRateWatchdog();
  const look = async (rate: number, requests: number, nowMs: number) => {
    Object.assign(figures, { rate, requests, nowMs });
    await watchdog.run(deps, signal);
    return heard.length;
  };
  return { look, heard };
}

describe("error_rate_watchdog", () => {
  it.each([
    ["at exactly 1 %", 0.01, 1_000, 0],
    ["above 1 %", 0.011, 1_000, 1],
    ["with 19 requests", 1, 19, 0],
    ["with 20 requests", 1, 20, 1],
  ])("%s", async (_name, rate, requests, incidents) => {
    expect(await setUp().look(rate, requests, 0)).toBe(incidents);
  });

  it("sends an event to all, at most once in five minutes", async () => {
    const { look, heard } = setUp();
    expect(await look(0.5, 100, 0)).toBe(1);
    expect(await look(0.6, 100, 299_999)).toBe(1);
    expect(await look(0.7, 100, 300_000)).toBe(2);
    expect(heard).toEqual([
      { type: "incident", errorRate: 0.5, windowSecs: 300 },
      { type: "incident", errorRate: 0.7, windowSecs: 300 },
    ]);
  });
});

describe("wal_checkpoint", () => {
  it("runs on SQLite only, and works", async () => {
    const { database, close } = await openTestDatabase();
    const worker = platformWorkers().find(({ name }) => name === "wal_checkpoint");
    const deps = partialDeps({ database });
    const onSqlite = dialectOf(database) === "sqlite";
    expect(worker?.enabled?.(deps)).toBe(onSqlite);
    if (onSqlite) await expect(worker?.run(deps, signal)).resolves.toBeUndefined();
    await close();
  });
});
