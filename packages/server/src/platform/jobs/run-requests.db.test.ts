import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@wordloom/testing/databases/test-database";
import { counting, createWorkerProcesses } from "../../testing/app/worker-processes.ts";
import { onCommit, transact } from "../database/transaction.ts";
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

describe("a requested run", () => {
  const ask = (runner: { requestRun: Jobs["requestRun"] }, name: string) =>
    transact(test.database, (tx) => runner.requestRun(tx, name));

  it("starts after the commit, even for a disabled worker, and keeps the schedule", async () => {
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

  it("that fails is neither missed nor retried", async () => {
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
    await expect.poll(() => ask(leader, "w")).toBe("started");
    await expect.poll(() => leader.isRunning("w")).toBe(true);
    expect(await ask(leader, "w")).toBe("running");
    // The leader reports a longer run at its next upkeep.
    processes.clock.ms += 6_000;
    void leader.tick();
    await expect.poll(() => ask(other, "w")).toBe("running");
    gate.resolve();
    await leader.idle();
    await leader.pass(6);
    expect(await ask(other, "w")).toBe("started");
  });

  it("is not refused because of a reported run that has ended", async () => {
    const { process } = processes;
    const gate = Promise.withResolvers<void>();
    const slow: Worker = { name: "w", schedule: { everyMs: 600_000 }, run: () => gate.promise };
    const [leader, other] = [process([slow]), process([slow], false)];
    leader.start();
    other.start();
    // The first upkeep after a start finds the run that it started itself, and reports it.
    void leader.tick();
    const leases = test.database.selectFrom("job_leases").selectAll().where("worker", "=", "w");
    const reported = [{ running_since_ms: expect.any(Number) }];
    await expect.poll(() => leases.execute()).toMatchObject(reported);
    expect(await ask(other, "w")).toBe("running");
    gate.resolve();
    await leader.idle();
    expect(await ask(leader, "w"), "here").toBe("started");
    await leader.idle();
    expect(await ask(other, "w"), "in another process").toBe("started");
  });

  /** A process with a worker whose second run lasts until the gate opens; the first is over. */
  const withGate = async (kind: Partial<Worker> = {}) => {
    const gate = Promise.withResolvers<void>();
    const counter = { runs: 0 };
    const run = async () => {
      counter.runs += 1;
      if (counter.runs === 2) await gate.promise;
    };
    const runner = processes.process([{ name: "w", schedule: { everyMs: 600_000 }, run, ...kind }]);
    runner.start();
    await runner.tick();
    /** Opens the gate once the request has been taken. */
    const open = async () => {
      const requests = test.database.selectFrom("job_run_requests").selectAll();
      await expect.poll(() => requests.execute()).toEqual([]);
      expect(runner.isRunning("w")).toBe(true);
      gate.resolve();
      await runner.idle();
    };
    return { runner, counter, open };
  };

  it("made before the process is responsible for the worker comes before due runs", async () => {
    const runs: string[] = [];
    const noting = (name: string): Worker => ({
      name,
      schedule: { everyMs: 600_000 },
      run: async () => void runs.push(name),
    });
    const runner = processes.process([noting("due"), noting("w")]);
    runner.start();
    expect(await ask(runner, "w")).toBe("started");
    await runner.tick();
    expect(runs.slice(0, 2)).toEqual(["w", "due"]);
    expect(await ask(runner, "w"), "another request").toBe("started");
  });

  it.each([
    ["one process", {}],
    ["every process", { everywhere: true }],
  ])("of a worker of %s follows a run that began before the commit", async (_of, kind) => {
    const { runner, counter, open } = await withGate(kind);
    await transact(test.database, async (tx) => {
      expect(await runner.requestRun(tx, "w")).toBe("started");
      void runner.runNow("w");
    });
    await open();
    expect(counter.runs).toBe(3);
  });

  it("follows a run that began while the request was being taken", async () => {
    const { runner, counter, open } = await withGate();
    await transact(test.database, async (tx) => {
      await runner.requestRun(tx, "w");
      onCommit(tx, () => void runner.runNow("w"));
    });
    await open();
    expect(counter.runs).toBe(3);
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

  it("of a worker of every process starts on the process that was asked", async () => {
    const { process } = processes;
    const here = counting("w", { everywhere: true, enabled: () => false });
    const runner = process([here.worker], false);
    runner.start();
    expect(await ask(runner, "w")).toBe("started");
    await runner.idle();
    expect(here.counter.runs).toBe(1);
    expect(await ask(runner, "nobody")).toBe("unknown");
  });

  it("is accepted again after the process that ran the worker is gone", async () => {
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
  it("follows from the runs it has stored", async () => {
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
