import type { Deps } from "../../deps.ts";
import { readSchemaCreation } from "../database/migrate.ts";
import type { Job } from "./job.ts";
import type { RunLog } from "./run-log.ts";
import type { Worker } from "./worker.ts";

/** Time for the start itself, and for requests that have waited for it. */
const FIRST_AFTER_MS = 10_000;

/** Pause between two runs that are made up. */
const PAUSE_MS = 2_000;

type Needs = Pick<Deps, "clock" | "database" | "log">;

/** Runs that were due while no process could run the worker. */
export interface MissedRuns {
  /** At the next look, checks these workers: this process has just become responsible for them. */
  check(jobs: readonly Job[]): void;
  /** Queues the workers that missed a run. Rejects if the database fails; safe to repeat. */
  look(): Promise<void>;
  /** The next worker to run for its missed runs; the caller reports when that run has ended. */
  next(): Job | undefined;
  /** The run returned by `next` has ended. */
  ended(): void;
  /** A run for another reason makes this one unnecessary. */
  drop(job: Job): void;
}

/**
 * Workers with a cron pattern that missed runs are run once, however many they missed: some seconds
 * after the process became responsible for them, one after the other, in the order of their first
 * missed time. A worker that has never succeeded counts from the creation of the database. A new
 * installation has therefore missed nothing, and one that runs only during office hours still gets
 * its nightly work done.
 */
export function createMissedRuns(
  { clock, database, log }: Needs,
  runLog: Pick<RunLog, "flush" | "lastGoodKnown">,
): MissedRuns {
  const unchecked = new Set<Job>();
  const queue = new Set<Job>();
  let notBeforeMs = 0;
  let running = false;

  return {
    check(jobs) {
      for (const job of jobs) if (isMadeUp(job.worker)) unchecked.add(job);
    },
    async look() {
      if (unchecked.size === 0) return;
      // This process may have run one of them before it lost the lease for a moment.
      await runLog.flush();
      const lastGood = await runLog.lastGoodKnown();
      const createdAtMs = await readSchemaCreation(database);
      const missed = [...unchecked]
        .map((job) => {
          const sinceMs = lastGood.get(job.worker.name) ?? createdAtMs;
          return { job, dueAtMs: job.schedule.timetable.nextMs(sinceMs) };
        })
        .filter(({ dueAtMs }) => dueAtMs <= clock.nowMs())
        .toSorted((a, b) => a.dueAtMs - b.dueAtMs);
      unchecked.clear();
      if (missed.length === 0) return;
      for (const { job } of missed) queue.add(job);
      notBeforeMs = clock.monotonicMs() + FIRST_AFTER_MS;
      const workers = missed.map(({ job }) => job.worker.name);
      log.info({ workers }, "worker runs missed while the service was down will be made up");
    },
    next() {
      if (running || clock.monotonicMs() < notBeforeMs) return undefined;
      const [job] = queue;
      if (job === undefined) return undefined;
      queue.delete(job);
      running = true;
      return job;
    },
    ended() {
      running = false;
      notBeforeMs = clock.monotonicMs() + PAUSE_MS;
    },
    drop: (job) => void queue.delete(job),
  };
}

/** Whether missed runs are made up. A worker with a fixed interval runs at every start anyway. */
export function isMadeUp({ schedule, everywhere, cronInForce }: Worker): boolean {
  return "cron" in schedule && everywhere !== true && cronInForce === undefined;
}
