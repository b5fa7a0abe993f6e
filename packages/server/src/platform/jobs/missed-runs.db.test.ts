import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  openTestDatabase,
  testDialect,
  type TestDatabase,
} from "@wordloom/testing/databases/test-database";
import { counting, createWorkerProcesses } from "../../testing/app/worker-processes.ts";
import { partialDeps } from "../../testing/app/partial-deps.ts";
import { settleSchemaCreation } from "../database/migrate.ts";
import { createJob } from "./job.ts";
import { createMissedRuns } from "./missed-runs.ts";
import type { Worker } from "./worker.ts";

let test: TestDatabase;
let processes: ReturnType<typeof createWorkerProcesses>;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => void (processes = createWorkerProcesses(test.database)));
afterEach(() => processes.clear());

// Missed runs that a process makes up for workers with a cron pattern. The test controls clock and
// ticks.
describe("a worker with a cron pattern", () => {
  const DAY_MS = 86_400_000;
  const nightly = { schedule: { cron: "0 2 * * *" } };
  /** 02:00 UTC, when the worker is due, about a hundred seconds after the clock of the tests. */
  const TWO_MS = Date.parse("2001-09-09T02:00:00Z");

  /** Sets when the database was created. */
  const createdAt = (atMs: number) =>
    sql`update schema_migrations set applied_at_ms = ${atMs}`.execute(test.database);

  /** Starts a process and lets it run for a minute. */
  async function minuteOf({ start, pass }: ReturnType<typeof processes.process>) {
    start();
    await pass(60);
  }

  it("makes up a run missed while the service was down, once, after some seconds", async () => {
    const { process, clock } = processes;
    const { worker, counter } = counting("w", nightly);
    await createdAt(clock.ms);
    const before = process([worker]);
    clock.ms = TWO_MS - 10_000;
    before.start();
    await before.pass(10);
    expect(counter.runs).toBe(1);
    await before.stop();

    clock.ms = TWO_MS + 3.5 * DAY_MS;
    const after = process([worker]);
    after.start();
    await after.pass(9);
    expect(counter.runs).toBe(1);
    await after.pass(100);
    expect(counter.runs).toBe(2);
    const again = process([worker]);
    await after.stop();
    await minuteOf(again);
    expect(counter.runs).toBe(2);
    expect((await again.status())[0]).toMatchObject({
      missCount: 0,
      nextRunAtMs: TWO_MS + 4 * DAY_MS,
    });
  });

  it("has missed nothing at the first start", async () => {
    const { process, clock } = processes;
    const { worker, counter } = counting("w", nightly);
    await createdAt(clock.ms);
    await minuteOf(process([worker]));
    expect(counter.runs).toBe(0);
  });

  it("that has never run makes up runs missed since the database was created", async () => {
    const { process, clock } = processes;
    const { worker, counter } = counting("w", nightly);
    await createdAt(clock.ms - DAY_MS);
    await minuteOf(process([worker]));
    expect(counter.runs).toBe(1);
  });

  it("makes up a run although the clock was ahead at the first start or the last run", async () => {
    const { process, clock } = processes;
    const [never, ahead] = [counting("never", nightly), counting("ahead", nightly)];
    const start = async () => {
      const now = process([never.worker, ahead.worker]);
      await minuteOf(now);
      await now.stop();
      return [never.counter.runs, ahead.counter.runs];
    };
    const laterMs = clock.ms + 3_650 * DAY_MS;
    await createdAt(laterMs);
    await test.database
      .insertInto("job_runs")
      .values({
        worker: "ahead",
        started_at_ms: laterMs,
        outcome: "ok",
        error: null,
        duration_ms: 1,
      })
      .execute();
    expect(await start()).toEqual([0, 0]);
    await settleSchemaCreation(test.database, clock.ms);
    expect(await start()).toEqual([0, 0]);
    clock.ms += DAY_MS;
    expect(await start()).toEqual([1, 1]);
  });

  it("has not missed a run that this process has yet to record", async () => {
    const { clock } = processes;
    await createdAt(clock.ms - DAY_MS);
    const now = { nowMs: () => clock.ms, monotonicMs: () => clock.ms };
    const deps = partialDeps({ clock: now, database: test.database, log: { info: () => {} } });
    const written = new Map<string, number>();
    const missed = createMissedRuns(deps, {
      flush: async () => void written.set("w", clock.ms),
      lastGoodKnown: async () => written,
    });
    missed.check([createJob(counting("w", nightly).worker, deps, () => {})]);
    await missed.look();
    clock.ms += 60_000;
    expect(missed.next()).toBeUndefined();
  });

  it("is made up one after the other, in the order of the missed times", async () => {
    const { process, clock } = processes;
    const [firstStarted, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ran: string[] = [];
    const first = async () => {
      ran.push("first");
      firstStarted.resolve();
      await gate.promise;
    };
    await createdAt(clock.ms - DAY_MS);
    const { start, tick, pass } = process([
      { name: "second", schedule: { cron: "0 6 * * *" }, run: async () => void ran.push("second") },
      { name: "first", schedule: { cron: "0 5 * * *" }, run: first },
    ]);
    start();
    await tick();
    clock.ms += 11_000;
    void tick();
    await firstStarted.promise;
    for (let n = 0; n < 3; n += 1) {
      clock.ms += 1_000;
      void tick();
    }
    gate.resolve();
    await tick();
    await pass(1);
    expect(ran).toEqual(["first"]);
    await pass(1);
    expect(ran).toEqual(["first", "second"]);
  });

  it("is made up only by the process that holds its lease", async () => {
    const { process, clock } = processes;
    const [a, b] = [counting("w", nightly), counting("w", nightly)];
    await createdAt(clock.ms - DAY_MS);
    await test.database
      .insertInto("job_leases")
      .values({ worker: "w", holder: "elsewhere", expires_at_ms: clock.ms + DAY_MS })
      .execute();
    await minuteOf(process([a.worker], false));
    const second = process([b.worker]);
    second.start();
    for (let passed = 0; passed < 60; passed += 5) {
      await second.pass(5);
      // Its holder is alive.
      await test.database
        .updateTable("job_leases")
        .set({ expires_at_ms: clock.ms + DAY_MS })
        .where("holder", "=", "elsewhere")
        .execute();
    }
    // On SQLite there is only one process, and a lease found at the start is a dead one's.
    expect([a.counter.runs, b.counter.runs]).toEqual([0, testDialect === "sqlite" ? 1 : 0]);
  });

  it("runs once if its next time comes before the missed run was made up", async () => {
    const { process, clock } = processes;
    const { worker, counter } = counting("w", nightly);
    await createdAt(clock.ms - 3 * DAY_MS);
    clock.ms = TWO_MS - 5_000;
    await minuteOf(process([worker]));
    expect(counter.runs).toBe(1);
  });

  it("makes up a run that failed or was interrupted by the end of the process", async () => {
    const { process, clock } = processes;
    await createdAt(clock.ms - DAY_MS);
    const runStarted = Promise.withResolvers<void>();
    const interrupted: Worker = {
      ...nightly,
      name: "w",
      run: (_deps, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
          runStarted.resolve();
        }),
    };
    const first = process([interrupted]);
    first.start();
    await first.tick();
    clock.ms += 11_000;
    void first.tick();
    await runStarted.promise;
    await first.stop();
    const failing = { ...interrupted, run: () => Promise.reject(new Error("no")) };
    const second = process([failing]);
    second.start();
    await second.pass(12);
    await second.stop();
    const { worker, counter } = counting("w", nightly);
    await minuteOf(process([worker]));
    expect(counter.runs).toBe(1);
  });
});
