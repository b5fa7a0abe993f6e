import type { Deps } from "../../deps.ts";
import { allowingTime } from "../database/time-allowed.ts";
import { messageOf } from "../basics/thrown.ts";
import { createJobSchedule, type JobSchedule } from "./job-schedule.ts";
import type { FinishedRun, RunOutcome } from "./run-log.ts";
import type { Worker } from "./worker.ts";

/** A run that takes longer is asked to stop and counts as timed out. */
export const RUN_MAX_MS = 300_000;

/** One worker in this process: when it is due and whether it is running. */
export interface Job {
  readonly worker: Worker;
  readonly schedule: JobSchedule;
  readonly running: boolean;
  /** Start of the current run, epoch ms; undefined if there is none. */
  readonly runningSinceMs: number | undefined;
  /** Resolves once the current run, even one that was cut off, has ended. */
  readonly ended: Promise<unknown>;
  /**
   * Runs the worker unless it is running. Resolves, never rejects, when the run has ended or was
   * cut off; a run that does not stop still prevents the next one from starting.
   *
   * @param by  `request`: a run that does not affect the schedule, however it ends
   */
  run(nowMs: number, by?: RunReason): Promise<RunOutcome | "running">;
  /** Cuts off a run that takes too long. */
  checkTime(): void;
  /** Asks the run to stop, because the process ends or another one has taken the lease. */
  interrupt(): void;
}

type RunReason = "schedule" | "request";

interface Run {
  readonly startedAtMs: number;
  readonly by: RunReason;
  readonly startedMonotonicMs: number;
  /** When it last made progress. */
  movedMonotonicMs: number;
  readonly controller: AbortController;
  readonly cutOff: PromiseWithResolvers<RunResult>;
  interrupted: boolean;
}

interface RunResult {
  readonly outcome: RunOutcome;
  readonly error: string | null;
}

/** @param onRun  called for every run that ended or was cut off */
export function createJob(worker: Worker, deps: Deps, onRun: (run: FinishedRun) => void): Job {
  const { clock } = deps;
  const schedule = createJobSchedule(worker.schedule, clock);
  let current: Run | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  const settle = (run: Run, { outcome, error }: RunResult) => {
    const { startedAtMs } = run;
    // A run that stops on request has not failed.
    if (run.interrupted && outcome === "failed") return;
    if (run.by === "schedule") schedule.runEnded(startedAtMs, outcome);
    const durationMs = clock.monotonicMs() - run.startedMonotonicMs;
    onRun({ worker: worker.name, startedAtMs, durationMs, outcome, error });
  };

  return {
    worker,
    schedule,
    get running() {
      return current !== undefined;
    },

    get runningSinceMs() {
      return current?.startedAtMs;
    },

    get ended() {
      return ended;
    },

    async run(nowMs, by = "schedule") {
      if (current !== undefined) return "running";
      const run = beginRun(nowMs, clock.monotonicMs(), by);
      current = run;
      if (by === "schedule") schedule.runStarted(nowMs);
      const moves = () => void (run.movedMonotonicMs = clock.monotonicMs());
      const { signal } = run.controller;
      const runEnded = attempt(deps, () => worker.run(deps, signal, moves), worker).finally(() => {
        current = undefined;
      });
      ended = runEnded;
      const result = await Promise.race([runEnded, run.cutOff.promise]);
      settle(run, result);
      return result.outcome;
    },

    checkTime() {
      if (current === undefined) return;
      const { runMaxMs = RUN_MAX_MS } = worker;
      if (clock.monotonicMs() - current.movedMonotonicMs < runMaxMs) return;
      const error = `Cut off after ${runMaxMs / 1_000} s.`;
      current.controller.abort(new Error(error));
      current.cutOff.resolve({ outcome: "timeout", error });
    },

    interrupt() {
      if (current === undefined) return;
      current.interrupted = true;
      current.controller.abort(new Error("Stopped."));
    },
  };
}

function beginRun(startedAtMs: number, startedMonotonicMs: number, by: RunReason): Run {
  return {
    startedAtMs,
    by,
    startedMonotonicMs,
    movedMonotonicMs: startedMonotonicMs,
    controller: new AbortController(),
    cutOff: Promise.withResolvers(),
    interrupted: false,
  };
}

/** Converts an error of a worker to a result. */
async function attempt(
  deps: Pick<Deps, "log">,
  work: () => Promise<void>,
  worker: Pick<Worker, "name" | "schedule">,
): Promise<RunResult> {
  try {
    // A worker that runs at most once an hour may read whole tables.
    const allowed = "cron" in worker.schedule ? "long" : "usual";
    await allowingTime(allowed, work);
    return { outcome: "ok", error: null };
  } catch (cause) {
    deps.log.warn({ cause, worker: worker.name }, "a worker failed");
    return { outcome: "failed", error: messageOf(cause) };
  }
}
