import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@wordloom/testing/databases/test-database";
import { silentLog } from "../observability/log.ts";
import { createLeases, LEASE_MS, type LeaseOptions } from "./leases.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
afterEach(async () => {
  await test.database.deleteFrom("job_leases").execute();
});

/** Several processes with one database and one clock. */
function setUp() {
  const { database } = test;
  const clock = { ms: 1_000_000 };
  const log = silentLog;
  const needs = {
    clock: { nowMs: () => clock.ms, monotonicMs: () => clock.ms },
    database,
    log,
  };
  const process = (
    holder: string,
    { clockAheadMs = 0, ...options }: Partial<LeaseOptions> & { clockAheadMs?: number } = {},
  ) => {
    const own = { ...needs.clock, nowMs: () => clock.ms + clockAheadMs };
    const terms = { holder, workers: ["b", "a"], sole: false, ...options };
    return createLeases({ ...needs, clock: own }, terms);
  };
  return { clock, database, needs, process };
}

describe("createLeases", () => {
  it("gives a worker to the process that asks first", async () => {
    const { process } = setUp();
    const [first, second] = [process("p1"), process("p2")];
    expect(first.holds("a")).toBe(false);
    await first.renew();
    await second.renew();
    expect([first.holds("a"), first.holds("b")]).toEqual([true, true]);
    expect([second.holds("a"), second.holds("b")]).toEqual([false, false]);
  });

  it("keeps it while it is renewed", async () => {
    const { clock, process } = setUp();
    const [first, second] = [process("p1"), process("p2")];
    for (let n = 0; n < 10; n += 1) {
      await first.renew();
      await second.renew();
      clock.ms += LEASE_MS / 3;
    }
    expect([first.holds("a"), second.holds("a")]).toEqual([true, false]);
  });

  it("gives it to another process when its holder stops renewing", async () => {
    const { clock, process } = setUp();
    const [dead, living] = [process("p1"), process("p2")];
    await dead.renew();
    clock.ms += LEASE_MS - 1;
    await living.renew();
    expect([dead.holds("a"), living.holds("a")]).toEqual([true, false]);
    clock.ms += 1;
    await living.renew();
    expect([dead.holds("a"), living.holds("a")]).toEqual([false, true]);
  });

  it("informs the former holder when it renews", async () => {
    const { clock, process } = setUp();
    const [first, second] = [process("p1"), process("p2")];
    await first.renew();
    clock.ms += LEASE_MS;
    await second.renew();
    await first.renew();
    expect([first.holds("a"), second.holds("a")]).toEqual([false, true]);
  });

  it("lets others take over at once after a release", async () => {
    const { process } = setUp();
    const [first, second] = [process("p1"), process("p2")];
    await first.renew();
    await first.release();
    await second.renew();
    expect([first.holds("a"), second.holds("a")]).toEqual([false, true]);
  });

  it("takes over the leases of a killed process if it is the only one", async () => {
    const { process } = setUp();
    const [killed, restarted] = [process("p1"), process("p2", { sole: true })];
    await killed.renew();
    await restarted.renew();
    expect(restarted.holds("a")).toBe(true);
  });

  it("takes over only once, so that two such processes do not alternate", async () => {
    const { clock, process } = setUp();
    const [first, second] = [process("p1", { sole: true }), process("p2", { sole: true })];
    await first.renew();
    await second.renew();
    clock.ms += 60_000;
    await first.renew();
    expect([first.holds("a"), second.holds("a")]).toEqual([false, true]);
  });

  it("gives a dead process's worker to another one, however far ahead its clock was", async () => {
    const { clock, process } = setUp();
    const dead = process("p1", { clockAheadMs: 86_400_000 });
    const living = process("p2");
    await dead.renew();
    await living.renew();
    clock.ms += LEASE_MS - 1;
    await living.renew();
    expect(living.holds("a")).toBe(false);
    clock.ms += 1;
    await living.renew();
    expect([living.holds("a"), living.holds("b")]).toEqual([true, true]);
  });

  it("leaves its worker to a living process whose clock is ahead", async () => {
    const { clock, process } = setUp();
    const ahead = process("p1", { clockAheadMs: 86_400_000 });
    const other = process("p2");
    for (let n = 0; n < 10; n += 1) {
      await ahead.renew();
      await other.renew();
      clock.ms += LEASE_MS / 3;
    }
    expect([ahead.holds("a"), other.holds("a")]).toEqual([true, false]);
  });

  it("expires while the database is down", async () => {
    const { clock, database, needs } = setUp();
    const broken = { failing: false };
    const flaky = new Proxy(database, {
      get(target, name) {
        if (broken.failing) throw new Error("connection lost");
        const part: unknown = Reflect.get(target, name);
        return typeof part === "function" ? part.bind(target) : part;
      },
    });
    const leases = createLeases(
      { ...needs, database: flaky },
      { holder: "p1", workers: ["a"], sole: false },
    );
    await leases.renew();
    broken.failing = true;
    clock.ms += LEASE_MS - 1;
    await leases.renew();
    expect(leases.holds("a")).toBe(true);
    clock.ms += 1;
    expect(leases.holds("a")).toBe(false);
  });
});
