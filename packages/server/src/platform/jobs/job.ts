import type { Deps } from "../../deps.ts";
import { messageOf } from "../thrown.ts";
import { createPace, type Pace } from "./pace.ts";
import type { FinishedRun, RunOutcome } from "./run-log.ts";
import type { Worker } from "./worker.ts";

/** A run that takes longer is told to stop and counts as timed out. */
export const RUN_MAX_MS = 300_000;

/** One worker on this process: when it is due and whether it runs. */
export interface Job {
  readonly worker: Worker;
  readonly pace: Pace;
  readonly running: boolean;
  /**
   * Runs it unless it is running. Resolves, never rejects, when the run is over or was cut off; a
   * run that does not stop when told to still keeps the next one from starting.
   */
  run(nowMs: number): Promise<RunOutcome | "running">;
  /** Cuts off a run that takes too long. */
  checkTime(): void;
  /** Asks the run to stop, because the process ends or another one has taken over. */
  interrupt(): void;
}

interface Run {
  readonly startedMonotonicMs: number;
  readonly controller: AbortController;
  readonly cutOff: PromiseWithResolvers<RunResult>;
  interrupted: boolean;
}

interface RunResult {
  readonly outcome: RunOutcome;
  readonly error: string | null;
}

/** @param onRun  told about every run that ended or was cut off */
export function createJob(worker: Worker, deps: Deps, onRun: (run: FinishedRun) => void): Job {
  const { clock } = deps;
  const pace = createPace(worker.schedule, clock);
  let current: Run | undefined;

  const settle = (startedAtMs: number, run: Run, { outcome, error }: RunResult) => {
    // Giving up when told to is no failure.
    if (run.interrupted && outcome === "failed") return;
    pace.ended(startedAtMs, outcome);
    const durationMs = clock.monotonicMs() - run.startedMonotonicMs;
    onRun({ worker: worker.name, startedAtMs, durationMs, outcome, error });
  };

  return {
    worker,
    pace,
    get running() {
      return current !== undefined;
    },

    async run(nowMs) {
      if (current !== undefined) return "running";
      const run = beginRun(clock.monotonicMs());
      current = run;
      pace.began(nowMs);
      const ended = attempt(worker, deps, run.controller.signal).finally(() => {
        current = undefined;
      });
      const result = await Promise.race([ended, run.cutOff.promise]);
      settle(nowMs, run, result);
      return result.outcome;
    },

    checkTime() {
      if (current === undefined) return;
      if (clock.monotonicMs() - current.startedMonotonicMs < RUN_MAX_MS) return;
      const error = `Cut off after ${RUN_MAX_MS / 1_000} s.`;
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

function beginRun(startedMonotonicMs: number): Run {
  return {
    startedMonotonicMs,
    controller: new AbortController(),
    cutOff: Promise.withResolvers(),
    interrupted: false,
  };
}

/** Whatever a worker throws, and however, becomes a result. */
async function attempt(worker: Worker, deps: Deps, signal: AbortSignal): Promise<RunResult> {
  try {
    await worker.run(deps, signal);
    return { outcome: "ok", error: null };
  } catch (cause) {
    deps.log.warn({ cause, worker: worker.name }, "a worker failed");
    return { outcome: "failed", error: messageOf(cause) };
  }
}
