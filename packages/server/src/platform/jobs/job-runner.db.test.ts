import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { transact } from "../database/transaction.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { counting, createWorkerProcesses } from "../../testing/worker-processes.ts";
import type { Jobs } from "./jobs.ts";
import type { Worker } from "./worker.ts";

let test: TestDatabase;
let processes: ReturnType<typeof createWorkerProcesses>;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => void (processes = createWorkerProcesses(test.database)));
afterEach(() => processes.clear());

describe("createJobRunner", () => {
  it("runs a worker at once and then every period", async () => {
    const { process } = processes;
    const { worker, counter } = counting("w");
    const { start, tick, pass } = process([worker]);
    start();
    await tick();
    expect(counter.runs).toBe(1);
    await pass(30);
    expect(counter.runs).toBe(4);
  });

  it("lets workers with in-memory state store it at shutdown", async () => {
    const { process } = processes;
    const noted = counting("noted", { everywhere: true, atStop: true });
    const other = counting("other", { everywhere: true });
    const failing = { ...noted.worker, name: "failing", run: () => Promise.reject(new Error()) };
    const off = counting("off", { atStop: true, everywhere: true, enabled: () => false });
    const runner = process([failing, off.worker, noted.worker, other.worker], false);
    await runner.stop();
    await runner.runLast();
    expect([noted.counter.runs, other.counter.runs, off.counter.runs]).toEqual([1, 0, 0]);
  });

  it("follows a pattern that administrators set, and makes up for nothing", async () => {
    const { process, clock } = processes;
    clock.ms = Date.parse("2026-05-01T12:00:30Z");
    let pattern: string | undefined;
    const { worker, counter } = counting("w", {
      ...{ schedule: { cron: "*/20 * * * *" }, cronInForce: () => pattern },
    });
    const { start, pass, status } = process([worker]);
    const shown = async () => (await status()).filter(({ workerName }) => workerName === "w");
    start();
    await pass(3_600);
    expect(counter.runs).toBe(0);
    expect(await shown()).toMatchObject([{ enabled: false, nextRunAtMs: null, missCount: 0 }]);
    pattern = "*/10 * * * *";
    await pass(569);
    expect(counter.runs).toBe(0);
    expect(await shown()).toMatchObject([
      {
        ...{ enabled: true, schedule: "*/10 * * * *", missCount: 0 },
        nextRunAtMs: Date.parse("2026-05-01T13:10:00Z"),
      },
    ]);
    await pass(1);
    expect(counter.runs).toBe(1);
    pattern = "0 * * * *";
    await pass(2_999);
    expect(counter.runs).toBe(1);
    await pass(1);
    expect(counter.runs).toBe(2);
  });

  it("runs a worker once after several wake-ups, without waiting for a tick", async () => {
    const { process } = processes;
    const { worker, counter } = counting("w", { schedule: { cron: "0 0 * * *" } });
    const { start, tick, wake, idle } = process([worker]);
    start();
    await tick();
    for (let n = 0; n < 10; n += 1) wake("w");
    wake("nobody");
    await idle();
    expect(counter.runs).toBe(1);
  });

  it("runs a worker again after a wake-up during a run", async () => {
    const { process } = processes;
    const [runStarted, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const counter = { runs: 0 };
    const worker: Worker = {
      name: "w",
      schedule: { cron: "0 0 * * *" },
      run: async () => {
        counter.runs += 1;
        runStarted.resolve();
        if (counter.runs === 1) await gate.promise;
      },
    };
    const { start, tick, wake, idle, isRunning } = process([worker]);
    start();
    await tick();
    wake("w");
    await runStarted.promise;
    expect(isRunning("w")).toBe(true);
    wake("w");
    gate.resolve();
    await idle();
    expect(counter.runs).toBe(2);
  });

  it("does not run a disabled worker", async () => {
    const { process } = processes;
    const { worker, counter } = counting("w", { enabled: () => false });
    const { start, pass, status } = process([worker]);
    start();
    await pass(30);
    expect(counter.runs).toBe(0);
    expect((await status())[0]).toMatchObject({ workerName: "w", enabled: false, missCount: 0 });
  });

  it("survives a worker that throws, and keeps running the others", async () => {
    const { process } = processes;
    const good = counting("good");
    const bad: Worker = {
      name: "bad",
      schedule: { everyMs: 10_000 },
      run: () => {
        throw new Error("at once, not later");
      },
    };
    const { start, pass, status } = process([bad, good.worker]);
    start();
    await pass(21);
    expect(good.counter.runs).toBe(3);
    expect(await status()).toContainEqual(
      expect.objectContaining({ workerName: "bad", lastOutcome: "failed", missCount: 2 }),
    );
  });

  it("names a worker that has missed three runs", async () => {
    const { process } = processes;
    const worker: Worker = {
      name: "bad",
      schedule: { everyMs: 10_000 },
      run: () => Promise.reject(new Error("no")),
    };
    const { start, pass, missedWorkers } = process([worker]);
    start();
    await pass(29);
    expect(missedWorkers()).toEqual([]);
    await pass(40);
    expect(missedWorkers()).toEqual([{ workerName: "bad", missCount: 6 }]);
  });

  it("cuts off a run after five minutes, and records it", async () => {
    const { process, clock } = processes;
    const runStarted = Promise.withResolvers<AbortSignal>();
    const worker: Worker = {
      name: "w",
      schedule: { everyMs: 10_000 },
      run: async (_deps, signal) => {
        runStarted.resolve(signal);
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        });
      },
    };
    const { start, tick, runNow, status } = process([worker]);
    start();
    const run = runNow("w");
    const signal = await runStarted.promise;
    clock.ms += 300_000;
    await tick();
    expect(await run).toBe("timeout");
    expect(signal.aborted).toBe(true);
    expect((await status())[0]).toMatchObject({ lastOutcome: "timeout", lastDurationMs: 300_000 });
  });

  it("reports the status of its workers", async () => {
    const { process, clock } = processes;
    const { worker } = counting("w");
    const { start, tick, status } = process([worker]);
    start();
    await tick();
    expect((await status())[0]).toEqual({
      workerName: "w",
      schedule: "every 10 s",
      enabled: true,
      lastRunAtMs: clock.ms,
      lastDurationMs: 0,
      lastOutcome: "ok",
      lastError: null,
      missCount: 0,
      nextRunAtMs: clock.ms + 10_000,
    });
  });

  it("runs a worker on request, if it exists", async () => {
    const { process } = processes;
    const { worker, counter } = counting("w");
    const { runNow, isRunning } = process([worker]);
    expect(await runNow("w")).toBe("ok");
    expect(await runNow("nobody")).toBe("unknown");
    expect([isRunning("w"), isRunning("nobody")]).toEqual([false, undefined]);
    expect(counter.runs).toBe(1);
  });

  it("stops: starts no more runs, and asks running workers to end", async () => {
    const { process } = processes;
    const asked: boolean[] = [];
    const runStarted = Promise.withResolvers<void>();
    const worker: Worker = {
      name: "w",
      schedule: { cron: "0 0 * * *" },
      run: (_deps, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            asked.push(true);
            resolve();
          });
          runStarted.resolve();
        }),
    };
    const runner = process([worker]);
    runner.start();
    const run = runner.runNow("w");
    await runStarted.promise;
    expect(runner.started()).toBe(true);
    await runner.stop();
    expect(await run).toBe("ok");
    expect(asked).toEqual([true]);
    expect(runner.started()).toBe(false);
  });
});

describe("several processes", () => {
  it("with WORKER_LEADER=false run only workers with `everywhere`", async () => {
    const { process } = processes;
    const [leading, everywhere] = [counting("l"), counting("e", { everywhere: true })];
    const { start, tick, runNow } = process([leading.worker, everywhere.worker], false);
    start();
    await tick();
    expect([leading.counter.runs, everywhere.counter.runs]).toEqual([0, 1]);
    expect(await runNow("l")).toBe("unknown");
  });

  it("do not run the same worker until its lease is released", async () => {
    const { process } = processes;
    const [a, b] = [counting("w"), counting("w")];
    const first = process([a.worker]);
    first.start();
    await first.tick();
    await first.stop();
    const second = process([b.worker]);
    second.start();
    await second.tick();
    expect([a.counter.runs, b.counter.runs]).toEqual([1, 1]);
  });
});

describe("a requested run", () => {
  const ask = (runner: { requestRun: Jobs["requestRun"] }, name: string) =>
    transact(test.database, (tx) => runner.requestRun(tx, name));

  it("begins after the commit, also of a disabled worker, and leaves the schedule", async () => {
    const { process, clock } = processes;
    const { worker, counter } = counting("w", {
      schedule: { cron: "0 0 * * *" },
      enabled: () => counter.runs > 0,
    });
    const runner = process([worker]);
    runner.start();
    await runner.tick();
    expect(await ask(runner, "w")).toBe("started");
    await runner.idle();
    expect(counter.runs).toBe(1);
    const [status] = await runner.status();
    expect(status).toMatchObject({ lastRunAtMs: clock.ms, lastOutcome: "ok", missCount: 0 });
    expect(new Date(status?.nextRunAtMs ?? 0).toISOString()).toMatch(/T00:00:00/);
  });

  it("that fails is neither missed nor tried again", async () => {
    const { process } = processes;
    const counter = { runs: 0 };
    const worker: Worker = {
      name: "w",
      schedule: { cron: "0 0 1 1 *" },
      run: () => {
        counter.runs += 1;
        return Promise.reject(new Error("no"));
      },
    };
    const runner = process([worker]);
    runner.start();
    await runner.tick();
    await ask(runner, "w");
    await runner.pass(30);
    expect(counter.runs).toBe(1);
    expect((await runner.status())[0]).toMatchObject({ lastOutcome: "failed", missCount: 0 });
  });

  it("does not happen when the transaction is rolled back", async () => {
    const { process } = processes;
    const { worker, counter } = counting("w", { schedule: { cron: "0 0 1 1 *" } });
    const runner = process([worker]);
    runner.start();
    await runner.tick();
    const asking = transact(test.database, async (tx) => {
      await runner.requestRun(tx, "w");
      throw new Error("rolled back");
    });
    await expect(asking).rejects.toThrow("rolled back");
    await runner.pass(10);
    expect(counter.runs).toBe(0);
  });

  it("is handed to the process that holds the lease, once", async () => {
    const { process } = processes;
    const cron = { schedule: { cron: "0 0 1 1 *" } };
    const [here, there] = [counting("w", cron), counting("w", cron)];
    const [leader, other] = [process([here.worker]), process([there.worker], false)];
    leader.start();
    other.start();
    await leader.tick();
    await other.tick();
    expect(await ask(other, "w")).toBe("started");
    expect(await ask(other, "w")).toBe("running");
    expect(await ask(leader, "w")).toBe("running");
    await other.idle();
    expect([here.counter.runs, there.counter.runs]).toEqual([0, 0]);
    await leader.pass(6);
    await other.pass(6);
    expect([here.counter.runs, there.counter.runs]).toEqual([1, 0]);
    expect(await ask(other, "w")).toBe("started");
  });

  it("is refused while the worker is running here or elsewhere", async () => {
    const { process } = processes;
    const gate = Promise.withResolvers<void>();
    const cron = { schedule: { cron: "0 0 1 1 *" } };
    const slow: Worker = { name: "w", ...cron, run: () => gate.promise };
    const [leader, other] = [process([slow]), process([slow], false)];
    leader.start();
    other.start();
    void leader.tick();
    await vi.waitFor(async () => expect(await ask(leader, "w")).toBe("started"));
    await vi.waitFor(() => expect(leader.isRunning("w")).toBe(true));
    expect(await ask(leader, "w")).toBe("running");
    // The leader tells of a run that takes longer at its next upkeep.
    processes.clock.ms += 6_000;
    void leader.tick();
    await vi.waitFor(async () => expect(await ask(other, "w")).toBe("running"));
    gate.resolve();
    await leader.idle();
    await leader.pass(6);
    expect(await ask(other, "w")).toBe("started");
  });

  it("that nobody took within five minutes is void", async () => {
    const { process, clock } = processes;
    const { worker, counter } = counting("w", { schedule: { cron: "0 0 1 1 *" } });
    const other = process([worker], false);
    other.start();
    expect(await ask(other, "w")).toBe("started");
    clock.ms += 300_000;
    const leader = process([worker]);
    leader.start();
    await leader.pass(10);
    expect(counter.runs).toBe(0);
  });

  it("of a worker of every process begins on the one that was asked", async () => {
    const { process } = processes;
    const here = counting("w", { everywhere: true, enabled: () => false });
    const runner = process([here.worker], false);
    runner.start();
    expect(await ask(runner, "w")).toBe("started");
    await runner.idle();
    expect(here.counter.runs).toBe(1);
    expect(await ask(runner, "nobody")).toBe("unknown");
  });

  it("does not stay refused after the process that ran the worker is gone", async () => {
    const { process, clock } = processes;
    const cron = { schedule: { cron: "0 0 1 1 *" } };
    await test.database
      .insertInto("job_leases")
      .values({ worker: "w", holder: "gone", expires_at_ms: clock.ms - 1, running_since_ms: 1 })
      .execute();
    const { worker, counter } = counting("w", cron);
    const runner = process([worker]);
    runner.start();
    await runner.tick();
    expect(await ask(runner, "w")).toBe("started");
    await runner.idle();
    expect(counter.runs).toBe(1);
  });
});

describe("the status of a worker that another process is responsible for", () => {
  it("is told from the runs it has stored", async () => {
    const { process, clock } = processes;
    const daily = counting("daily", { schedule: { cron: "0 0 * * *" } });
    const often = counting("often");
    const leader = process([daily.worker, often.worker]);
    const other = process([daily.worker, often.worker], false);
    leader.start();
    other.start();
    await leader.pass(120);
    const seen = async () => Object.groupBy(await other.status(), ({ workerName }) => workerName);
    const { daily: [first] = [], often: [second] = [] } = await seen();
    expect(first).toMatchObject({ enabled: true, lastRunAtMs: null, missCount: 0 });
    expect(new Date(first?.nextRunAtMs ?? 0).toISOString()).toMatch(/T00:00:00/);
    expect(second).toMatchObject({ lastOutcome: "ok", missCount: 0, nextRunAtMs: null });
    await leader.stop();
    clock.ms += 600_000;
    expect((await seen())["often"]?.[0]?.missCount).toBeGreaterThanOrEqual(50);
  });
});
