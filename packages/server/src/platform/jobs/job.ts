import type { Deps } from "../../deps.ts";
import type { FinishedRun, RunOutcome } from "./run-log.ts";
import { createTimetable, type Timetable } from "./timetable.ts";
import type { Worker } from "./worker.ts";

/** A run that takes longer is told to stop and counts as timed out. */
export const RUN_MAX_MS = 300_000;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_DOUBLINGS_MAX = 30;

/** One worker on this process: when it is due, whether it runs, how it has been doing. */
export interface Job {
  readonly worker: Worker;
  readonly timetable: Timetable;
  readonly running: boolean;
  /** When its next turn comes, after back-off. */
  readonly nextRunAtMs: number;
  isDue(nowMs: number): boolean;
  /** Makes it due as soon as back-off allows; many calls before the next run are one. */
  wake(): void;
  /**
   * Runs it unless it is running. Resolves, never rejects, when the run is over or was cut off; a
   * run that does not stop when told to still keeps the next one from starting.
   */
  run(nowMs: number): Promise<RunOutcome | "running">;
  /** Cuts off a run that takes too long. */
  checkTime(): void;
  /** Asks the run to stop, because the process ends or another one has taken over. */
  interrupt(): void;
  /** Turns that passed without a good run. */
  missCount(nowMs: number): number;
  /** Begins to count missed turns afresh; due at once if it runs at a steady pace. */
  reset(nowMs: number): void;
  /** Puts the next turn right after the clock was set back. */
  clockWentBack(nowMs: number): void;
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

/**
 * After n failures in a row the next attempt comes 2ⁿ seconds later, but at the next turn at the
 * latest: a daily worker tries again the same night, a frequent one is not hurried.
 *
 * @param onRun  told about every run that ended or was cut off
 */
export function createJob(worker: Worker, deps: Deps, onRun: (run: FinishedRun) => void): Job {
  const { clock } = deps;
  const timetable = createTimetable(worker.schedule);
  let current: Run | undefined;
  let woken = false;
  let dueAtMs = Number.POSITIVE_INFINITY;
  let notBeforeMs = 0;
  let failures = 0;
  let goodSinceMs = clock.nowMs();

  const settle = (startedAtMs: number, run: Run, { outcome, error }: RunResult) => {
    const nowMs = clock.nowMs();
    const durationMs = clock.monotonicMs() - run.startedMonotonicMs;
    // Giving up when told to is no failure.
    if (run.interrupted && outcome === "failed") return;
    if (outcome === "ok") {
      failures = 0;
      notBeforeMs = 0;
      goodSinceMs = startedAtMs;
    } else {
      failures = Math.min(failures + 1, BACKOFF_DOUBLINGS_MAX);
      const pauseMs = Math.min(BACKOFF_FIRST_MS * 2 ** failures, timetable.periodMs(nowMs));
      notBeforeMs = nowMs + pauseMs;
      dueAtMs = Math.min(dueAtMs, notBeforeMs);
    }
    onRun({ worker: worker.name, startedAtMs, durationMs, outcome, error });
  };

  return {
    worker,
    timetable,
    get running() {
      return current !== undefined;
    },
    get nextRunAtMs() {
      return Math.max(dueAtMs, notBeforeMs);
    },
    isDue: (nowMs) => current === undefined && nowMs >= notBeforeMs && (woken || nowMs >= dueAtMs),
    wake: () => {
      woken = true;
    },

    async run(nowMs) {
      if (current !== undefined) return "running";
      const run = beginRun(clock.monotonicMs());
      current = run;
      woken = false;
      dueAtMs = timetable.nextMs(nowMs);
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
      current.controller.abort(new Error("Told to stop."));
    },

    missCount: (nowMs) => timetable.turnsBetween(goodSinceMs, nowMs),

    reset(nowMs) {
      goodSinceMs = nowMs;
      dueAtMs = "everyMs" in worker.schedule ? nowMs : timetable.nextMs(nowMs);
    },

    clockWentBack(nowMs) {
      dueAtMs = Math.min(dueAtMs, timetable.nextMs(nowMs));
      notBeforeMs = Math.min(notBeforeMs, nowMs + timetable.periodMs(nowMs));
      goodSinceMs = Math.min(goodSinceMs, nowMs);
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
    return { outcome: "failed", error: cause instanceof Error ? cause.message : String(cause) };
  }
}
