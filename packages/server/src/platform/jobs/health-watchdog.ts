import type { MissedWorker } from "./jobs.ts";
import type { Worker } from "./worker.ts";

/** Report a worker after this many missed runs. */
export const MISSES_ALARMING = 3;

/**
 * Reports workers with missed runs to administrators: once after three missed runs, and again
 * whenever the number has doubled, so that a lasting failure stays visible without noise.
 *
 * @param missed  returns the workers with missed runs
 */
export function createHealthWatchdog(missed: () => readonly MissedWorker[]): Worker {
  const reported = new Map<string, number>();

  return {
    name: "scheduler_health_watchdog",
    schedule: { everyMs: 60_000 },
    everywhere: true,

    async run({ events, log, metrics }) {
      const counter = metrics.counter("worker_missed_total", "Missed-run alarms.", ["worker"]);
      const inTrouble = missed();
      const names = new Set(inTrouble.map(({ workerName }) => workerName));
      for (const name of reported.keys()) if (!names.has(name)) reported.delete(name);

      for (const { workerName, missCount } of inTrouble) {
        const last = reported.get(workerName);
        if (last !== undefined && missCount < 2 * last) continue;
        reported.set(workerName, missCount);
        counter.inc({ worker: workerName });
        log.error({ worker: workerName, missCount }, "worker runs are overdue");
        events.toAdmins({ type: "worker_missed", workerName, missCount });
      }
    },
  };
}
