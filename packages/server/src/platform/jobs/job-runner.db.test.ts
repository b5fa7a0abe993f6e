import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  openTestDatabase,
  testDialect,
  type TestDatabase,
} from "@wordloom/testing/databases/test-database";
import { counting, createWorkerProcesses } from "../../testing/app/worker-processes.ts";
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

  it("follows a pattern set by administrators, and makes up no missed runs", async () => {
    const { process, clock } = processes;
    clock.ms = Date.parse("2026-05-01T12:00:30Z");
    let pattern: string | undefined;
    const { worker, counter } = counting("w", {
      schedule: { cron: "*/20 * * * *" },
      cronInForce: () => pattern,
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
        enabled: true,
        schedule: "*/10 * * * *",
        missCount: 0,
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

  it("reports no overdue workers within thirty seconds of a start", async () => {
    const { process, clock } = processes;
    const { worker } = counting("often", { schedule: { everyMs: 1_000 } });
    const { start, missedWorkers, missedEverywhere } = process([worker]);
    start();
    // On a busy machine, the first tick comes late.
    clock.ms += 29_999;
    expect([missedWorkers(), await missedEverywhere()]).toEqual([[], []]);
  });

  it("reports a worker that has missed three runs", async () => {
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

  it("starts no more runs after a stop, and asks running workers to end", async () => {
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

  it("starts no run requested during the last one before a stop", async () => {
    const { process } = processes;
    const started = Promise.withResolvers<void>();
    const { worker, counter } = counting("w");
    const runner = process([
      {
        ...worker,
        async run(deps, signal) {
          await worker.run(deps, signal);
          const { promise, resolve } = Promise.withResolvers<void>();
          signal.addEventListener("abort", () => resolve());
          started.resolve();
          await promise;
        },
      },
    ]);
    runner.start();
    const tick = runner.tick();
    await started.promise;
    runner.wake("w");
    await runner.stop();
    await tick;
    expect(counter.runs).toBe(1);
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

  it.runIf(testDialect === "postgres")(
    "all run a worker that divides its work, except with WORKER_LEADER=false",
    async () => {
      const { process } = processes;
      const counted = [counting("w"), counting("w"), counting("w")];
      const runners = counted.map(({ worker }, n) =>
        process([{ ...worker, divided: true }], n < 2),
      );
      const runs = () => counted.map(({ counter }) => counter.runs);
      for (const { start, tick } of runners) {
        start();
        await tick();
      }
      expect(runs()).toEqual([1, 1, 0]);
      for (const { wake, idle } of runners) {
        wake("w");
        await idle();
      }
      expect(runs()).toEqual([2, 2, 0]);
      expect(await runners[2]?.runNow("w")).toBe("unknown");
    },
  );

  it("report each other's missed runs", async () => {
    const { process } = processes;
    let works = true;
    const worker: Worker = {
      name: "w",
      schedule: { everyMs: 60_000 },
      run: () => (works ? Promise.resolve() : Promise.reject(new Error("no"))),
    };
    const [leader, other] = [process([worker]), process([worker], false)];
    leader.start();
    other.start();
    await leader.pass(90);
    works = false;
    await leader.pass(600);
    expect(other.missedWorkers()).toEqual([]);
    const missed = await other.missedEverywhere();
    expect(missed.map(({ workerName }) => workerName)).toContain("w");
  });

  it.each<[string, number[]]>([
    ["nobody has run them", []],
    ["a clock that was ahead noted the last run", [86_400_000]],
  ])("learn that workers are overdue when %s", async (_when, aheadMs) => {
    const { clock, process } = processes;
    const runs = aheadMs.map((ms) => ({
      worker: "w",
      outcome: "ok" as const,
      error: null,
      duration_ms: 1,
      started_at_ms: clock.ms + ms,
    }));
    if (runs.length > 0) await test.database.insertInto("job_runs").values(runs).execute();
    const { worker } = counting("w");
    const led = process([worker], false);
    led.start();
    const overdue = async () =>
      (await led.missedEverywhere()).map(({ workerName }) => workerName).includes("w");
    await led.pass(40);
    expect(await overdue()).toBe(false);
    await led.pass(110);
    expect(await overdue()).toBe(true);
  });

  it("learn of runs after the clock was put right, however long they have run none", async () => {
    const { clock, process } = processes;
    const { worker } = counting("w", { schedule: { everyMs: 60_000 } });
    const [leader, other] = [process([worker]), process([worker], false)];
    const overdue = async () =>
      (await other.missedEverywhere()).map(({ workerName }) => workerName).includes("w");
    leader.start();
    other.start();
    clock.aheadMs = 86_400_000;
    await leader.pass(400);
    clock.aheadMs = 0;
    expect(await overdue()).toBe(false);
    await leader.pass(400);
    expect(await overdue()).toBe(false);
    const [shown] = (await other.status()).filter(({ workerName }) => workerName === "w");
    expect(shown?.lastRunAtMs).toBeLessThanOrEqual(clock.ms);
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
