import type { Database } from "../../platform/database/tables.ts";
import { createJobRunner } from "../../platform/jobs/job-runner.ts";
import type { Worker } from "../../platform/jobs/worker.ts";
import { noPeers } from "../../platform/peers/peers.ts";
import { partialDeps } from "./partial-deps.ts";

/** Processes that share a database and a clock; the test triggers their ticks. */
export function createWorkerProcesses(database: Database) {
  const clock = {
    ms: 1_000_000_000_000,
    /** How far the wall clock differs from the time that passes. */
    aheadMs: 0,
  };
  const nowMs = () => clock.ms + clock.aheadMs;
  const closing: (() => Promise<void>)[] = [];
  let ids = 0;
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

  const process = (workers: readonly Worker[], leader = true) => {
    const deps = partialDeps({
      clock: { nowMs, monotonicMs: () => clock.ms },
      database,
      instance: { id: `id-${(ids += 1)}` },
      ids: { next: () => `id-${(ids += 1)}` },
      log: quiet,
      peers: noPeers,
      metrics: {
        workerRan: () => {},
        gauge: () => ({ set: () => {} }),
      },
      settings: { WORKER_LEADER: leader, ENABLE_FILE_LOGS: false },
    });
    const runner = createJobRunner(deps, workers, { every: () => () => {} });
    closing.push(() => runner.stop());
    const tick = async () => {
      runner.tick(nowMs());
      await runner.idle();
    };
    const pass = async (seconds: number) => {
      for (let n = 0; n < seconds; n += 1) {
        clock.ms += 1_000;
        await tick();
      }
    };
    return { ...runner, started: () => runner.started, tick, pass };
  };
  /** Stops all processes and deletes their stored data. */
  const clear = async () => {
    for (const close of closing.splice(0)) await close();
    await database.deleteFrom("job_leases").execute();
    await database.deleteFrom("job_run_requests").execute();
    await database.deleteFrom("job_runs").execute();
  };
  return { clock, process, clear };
}

/** A worker that counts its runs. */
export function counting(name: string, more: Partial<Worker> = {}) {
  const counter = { runs: 0 };
  const worker: Worker = {
    name,
    schedule: { everyMs: 10_000 },
    run: async () => void (counter.runs += 1),
    ...more,
  };
  return { worker, counter };
}
