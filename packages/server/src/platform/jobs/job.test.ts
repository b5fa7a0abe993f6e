import { describe, expect, it } from "vitest";
import type { Deps } from "../../deps.ts";
import { timeAllowed } from "../database/time-allowed.ts";
import { createJob, RUN_MAX_MS } from "./job.ts";
import type { FinishedRun } from "./run-log.ts";
import type { Schedule } from "./worker.ts";
import { partialDeps } from "../../testing/app/partial-deps.ts";

type Behavior = (signal: AbortSignal, moves: () => void) => Promise<void> | void;

/** A job with a test clock and a controlled worker. */
function setUp(schedule: Schedule = { everyMs: 10_000 }, runMaxMs?: number) {
  const clock = { ms: 1_000_000 };
  const runs: FinishedRun[] = [];
  const control: { behave: Behavior; started: number } = { behave: () => {}, started: 0 };
  const deps = partialDeps({
    clock: { nowMs: () => clock.ms, monotonicMs: () => clock.ms },
    log: { warn: () => {} },
  });
  const worker = {
    name: "w",
    schedule,
    ...(runMaxMs !== undefined && { runMaxMs }),
    run: async (_deps: Deps, signal: AbortSignal, moves = () => {}) => {
      control.started += 1;
      await control.behave(signal, moves);
    },
  };
  const job = createJob(worker, deps, (run) => runs.push(run));
  job.schedule.reset(clock.ms);
  const runAt = (ms: number) => {
    clock.ms = ms;
    return job.run(ms);
  };
  return { clock, job, runs, control, runAt };
}

const start = 1_000_000;

function fail(): never {
  throw new Error("no such table");
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

describe("a job", () => {
  it("is due at once and then every period", async () => {
    const { job, runAt } = setUp();
    expect(job.schedule.isDue(start)).toBe(true);
    await runAt(start);
    expect(job.schedule.isDue(start + 9_999)).toBe(false);
    expect(job.schedule.isDue(start + 10_000)).toBe(true);
  });

  it.each([
    ["every ten seconds", { everyMs: 10_000 }, "usual"],
    ["every night", { cron: "0 3 * * *" }, "long"],
  ] as const)(
    "that runs %s has the right limit for its statements",
    async (_when, schedule, expected) => {
      const { control, runAt } = setUp(schedule);
      let allowed: string | undefined;
      control.behave = async () => {
        await Promise.resolve();
        allowed = timeAllowed();
      };
      await runAt(start);
      expect([allowed, timeAllowed()]).toEqual([expected, "usual"]);
    },
  );

  it("with a pattern waits for its first scheduled time", () => {
    const { job } = setUp({ cron: "0 * * * *" });
    expect(job.schedule.isDue(start)).toBe(false);
    expect(job.schedule.isDue(3_600_000)).toBe(true);
  });

  it("never overlaps itself", async () => {
    const { runAt, control, runs } = setUp();
    const gate = Promise.withResolvers<void>();
    control.behave = () => gate.promise;
    const first = runAt(start);
    expect(await runAt(start + 60_000)).toBe("running");
    gate.resolve();
    expect(await first).toBe("ok");
    expect([control.started, runs.length]).toEqual([1, 1]);
  });

  it("counts many wake-ups as one", async () => {
    const { job, runAt } = setUp();
    await runAt(start);
    for (let n = 0; n < 5; n += 1) job.schedule.wake();
    expect(job.schedule.isDue(start)).toBe(true);
    await runAt(start);
    expect(job.schedule.isDue(start)).toBe(false);
  });

  it("keeps a wake-up that comes during a run for the next one", async () => {
    const { job, runAt, control } = setUp();
    control.behave = () => job.schedule.wake();
    await runAt(start);
    expect(job.schedule.isDue(start)).toBe(true);
  });

  it("reports the error of a run", async () => {
    const { runAt, control, runs } = setUp();
    control.behave = fail;
    expect(await runAt(start)).toBe("failed");
    expect(runs).toMatchObject([
      { worker: "w", startedAtMs: start, outcome: "failed", error: "no such table" },
    ]);
  });

  it("runs on time after the clock was set back", async () => {
    const { job, runAt } = setUp();
    await runAt(start + 900_000);
    expect(job.schedule.isDue(start + 10_000)).toBe(false);
    job.schedule.clockSetBack(start);
    expect(job.schedule.isDue(start + 10_000)).toBe(true);
  });
});

describe("back-off", () => {
  it("doubles from 2 s and ends at the period", async () => {
    const { job, runAt, control } = setUp({ everyMs: 10_000 });
    control.behave = fail;
    const pauses: number[] = [];
    for (let atMs = start; pauses.length < 5; atMs = job.schedule.nextRunAtMs) {
      await runAt(atMs);
      pauses.push(job.schedule.nextRunAtMs - atMs);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it("retries a daily job on the same day", async () => {
    const { job, runAt, control } = setUp({ cron: "30 0 * * *" });
    control.behave = fail;
    await runAt(start);
    expect(job.schedule.isDue(start + 1_999)).toBe(false);
    expect(job.schedule.isDue(start + 2_000)).toBe(true);
  });

  it("delays a wake-up", async () => {
    const { job, runAt, control } = setUp();
    control.behave = fail;
    await runAt(start);
    job.schedule.wake();
    expect([job.schedule.isDue(start + 1_999), job.schedule.isDue(start + 2_000)]).toEqual([
      false,
      true,
    ]);
  });

  it("ends with the first successful run", async () => {
    const { job, runAt, control } = setUp();
    control.behave = fail;
    await runAt(start);
    control.behave = () => {};
    await runAt(start + 2_000);
    expect(job.schedule.nextRunAtMs).toBe(start + 12_000);
  });
});

describe("a run that takes too long", () => {
  it("is asked to stop and counts as timed out", async () => {
    const { job, runAt, control, clock, runs } = setUp();
    control.behave = untilAborted;
    const run = runAt(start);
    clock.ms = start + RUN_MAX_MS - 1;
    job.checkTime();
    clock.ms = start + RUN_MAX_MS;
    job.checkTime();
    expect(await run).toBe("timeout");
    expect(runs).toMatchObject([{ outcome: "timeout", durationMs: RUN_MAX_MS }]);
  });

  it("gets the time limit of its worker", async () => {
    const { job, runAt, control, clock, runs } = setUp({ cron: "30 0 * * *" }, 12 * RUN_MAX_MS);
    control.behave = untilAborted;
    const run = runAt(start);
    clock.ms = start + 12 * RUN_MAX_MS - 1;
    job.checkTime();
    expect(job.running).toBe(true);
    clock.ms += 1;
    job.checkTime();
    expect(await run).toBe("timeout");
    expect(runs).toMatchObject([{ outcome: "timeout", error: "Cut off after 3600 s." }]);
  });

  it("that reports progress is cut off only when it stops doing so", async () => {
    const { clock, job, control, runAt } = setUp();
    let moves = () => {};
    control.behave = (signal, tell) => {
      moves = tell;
      return untilAborted(signal);
    };
    const run = runAt(start);
    for (let times = 0; times < 3; times += 1) {
      clock.ms += RUN_MAX_MS - 1;
      moves();
      job.checkTime();
      expect(job.running).toBe(true);
    }
    clock.ms += RUN_MAX_MS;
    job.checkTime();
    expect(await run).toBe("timeout");
  });

  it("and does not stop prevents the next one from starting", async () => {
    const { job, runAt, control, clock } = setUp();
    const gate = Promise.withResolvers<void>();
    control.behave = () => gate.promise;
    const run = runAt(start);
    clock.ms = start + RUN_MAX_MS;
    job.checkTime();
    expect(await run).toBe("timeout");
    expect(await runAt(start + 2 * RUN_MAX_MS)).toBe("running");
    gate.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await runAt(start + 3 * RUN_MAX_MS)).toBe("ok");
  });
});

describe("an interrupted run", () => {
  it("does not count as failed", async () => {
    const { job, runAt, control, runs } = setUp();
    control.behave = untilAborted;
    const run = runAt(start);
    job.interrupt();
    await run;
    expect(runs).toEqual([]);
  });
});

describe("missCount", () => {
  it("counts scheduled times since the last successful run", async () => {
    const { job, runAt, control } = setUp();
    await runAt(start);
    control.behave = fail;
    await runAt(start + 10_000);
    await runAt(start + 20_000);
    expect(job.schedule.missCount(start + 29_999)).toBe(2);
    expect(job.schedule.missCount(start + 30_000)).toBe(3);
    control.behave = () => {};
    await runAt(start + 30_000);
    expect(job.schedule.missCount(start + 30_001)).toBe(0);
  });
});
