import { afterEach, describe, expect, it, vi } from "vitest";
import { createDatabaseProbe } from "./database-probe.ts";

/** A probe of a database whose reply the test controls; every reply takes 3 ms. */
function setUp() {
  const control: { ping: () => Promise<void>; pings: number } = { ping: async () => {}, pings: 0 };
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const ping = async () => {
    control.pings += 1;
    nowMs += 3;
    await control.ping();
  };
  return { control, probe: createDatabaseProbe(clock, ping) };
}

afterEach(() => vi.useRealTimers());

describe("createDatabaseProbe", () => {
  it("reports the latency of a healthy database", async () => {
    expect(await setUp().probe()).toEqual({
      healthy: true,
      latencyUs: 3_000,
      consecutiveFailures: 0,
    });
  });

  it("counts failures until the next success", async () => {
    const { control, probe } = setUp();
    control.ping = () => Promise.reject(new Error("gone"));
    expect(await probe()).toMatchObject({ healthy: false, consecutiveFailures: 1 });
    expect(await probe()).toMatchObject({ healthy: false, consecutiveFailures: 2 });
    control.ping = async () => {};
    expect(await probe()).toMatchObject({ healthy: true, consecutiveFailures: 0 });
  });

  it("times out when the database does not answer", async () => {
    const { control, probe } = setUp();
    control.ping = () => new Promise(() => {});
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const checked = probe();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await checked).toMatchObject({ healthy: false, consecutiveFailures: 1 });
  });

  it("shares one ping among concurrent callers", async () => {
    const { control, probe } = setUp();
    await Promise.all([probe(), probe(), probe()]);
    expect(control.pings).toBe(1);
  });
});
