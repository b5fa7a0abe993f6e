import type { Deps } from "../../deps.ts";
import type { Job } from "./job.ts";
import type { WorkerStatus } from "./jobs.ts";
import type { FinishedRun, RunLog } from "./run-log.ts";

/** Other processes' good runs become known with this delay: they are written once a minute. */
const TOLD_AFTER_MS = 75_000;

interface Known {
  readonly deps: Pick<Deps, "clock">;
  readonly runLog: Pick<RunLog, "lastGood" | "latest">;
  /** Whether this process is responsible for it now. */
  isLed(job: Job): boolean;
  isOn(job: Job): boolean;
}

/**
 * The state of workers. For workers of other processes it follows from the history that they write:
 * missed runs appear with some delay, and the next run only if it follows a pattern.
 */
export async function statusOf(jobs: readonly Job[], known: Known): Promise<WorkerStatus[]> {
  const nowMs = known.deps.clock.nowMs();
  const latest = await known.runLog.latest();
  const lastGood = await known.runLog.lastGood();
  return jobs.map((job) => {
    const name = job.worker.name;
    const last = latest.get(name);
    const enabled = known.isOn(job);
    const planned = known.isLed(job)
      ? plannedHere(job, nowMs)
      : plannedElsewhere(job, lastGood.get(name), nowMs);
    return {
      workerName: name,
      schedule: job.schedule.timetable.text,
      enabled,
      ...factsOf(last),
      ...(enabled ? planned : { missCount: 0, nextRunAtMs: null }),
    };
  });
}

type Planned = Pick<WorkerStatus, "missCount" | "nextRunAtMs">;

function plannedHere({ schedule }: Job, nowMs: number): Planned {
  return { missCount: schedule.missCount(nowMs), nextRunAtMs: schedule.nextRunAtMs };
}

function plannedElsewhere(
  { schedule, worker }: Job,
  goodAtMs: number | undefined,
  nowMs: number,
): Planned {
  const { timetable } = schedule;
  return {
    missCount:
      goodAtMs === undefined
        ? schedule.missCount(nowMs - TOLD_AFTER_MS)
        : timetable.scheduledBetween(goodAtMs + TOLD_AFTER_MS, nowMs),
    nextRunAtMs: "cron" in worker.schedule ? timetable.nextMs(nowMs) : null,
  };
}

function factsOf(last: FinishedRun | undefined) {
  return {
    lastRunAtMs: last?.startedAtMs ?? null,
    lastDurationMs: last === undefined ? null : Math.round(last.durationMs),
    lastOutcome: last?.outcome ?? null,
    lastError: last?.error ?? null,
  };
}
