import { describe, expect, it } from "vitest";
import { createDatabaseProbe } from "./database-probe.ts";

/** A database that answers, fails or keeps silent as told; every answer takes 3 ms. */
function setUp() {
  const control: { ping: () => Promise<void>; pings: number } = { ping: async () => {}, pings: 0 };
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const ping = async () => {
    control.pings += 1;
    nowMs += 3;
    await control.ping();
  };
  return { control, probe: createDatabaseProbe(clock, ping, 1) };
}

describe("createDatabaseProbe", () => {
  it("tells how long a healthy database took", async () => {
    expect(await setUp().probe()).toEqual({
      healthy: true,
      latencyUs: 3_000,
      consecutiveFailures: 0,
    });
  });

  it("counts failures until the next good look", async () => {
    const { control, probe } = setUp();
    control.ping = () => Promise.reject(new Error("gone"));
    expect(await probe()).toMatchObject({ healthy: false, consecutiveFailures: 1 });
    expect(await probe()).toMatchObject({ healthy: false, consecutiveFailures: 2 });
    control.ping = async () => {};
    expect(await probe()).toMatchObject({ healthy: true, consecutiveFailures: 0 });
  });

  it("does not wait for ever", async () => {
    const { control, probe } = setUp();
    control.ping = () => new Promise(() => {});
    expect(await probe()).toMatchObject({ healthy: false, consecutiveFailures: 1 });
  });

  it("asks once for many who ask together", async () => {
    const { control, probe } = setUp();
    await Promise.all([probe(), probe(), probe()]);
    expect(control.pings).toBe(1);
  });
});
