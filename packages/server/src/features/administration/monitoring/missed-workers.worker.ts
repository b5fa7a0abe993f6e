import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";

/** The number of missed runs at the last report of each worker. */
const reports = perApp((_: Pick<Deps, "database">) => new Map<string, number>());

/**
 * Reports workers with missed runs to administrators: once after three missed runs, and again
 * whenever the number has doubled, so that a lasting failure stays visible without noise.
 */
export const missedWorkersWatchdog: Worker = {
  name: "scheduler_health_watchdog",
  schedule: { everyMs: 60_000 },
  everywhere: true,

  async run(deps) {
    const { events, jobs, log, metrics } = deps;
    const counter = metrics.counter("worker_missed_total", "Missed-run alarms.", ["worker"]);
    const reported = reports(deps);
    const inTrouble = jobs.missedWorkers();
    const names = new Set(inTrouble.map(({ workerName }) => workerName));
    for (const name of reported.keys()) if (!names.has(name)) reported.delete(name);

    for (const { workerName, missCount } of inTrouble) {
      const last = reported.get(workerName);
      if (last !== undefined && missCount < 2 * last) continue;
      reported.set(workerName, missCount);
      counter.inc({ worker: workerName });
      log.error({ worker: workerName, missCount }, "worker runs are overdue");
      events.toAdmins({ type: "worker_missed", workerName, missCount });
      await notifyAdmins(deps, {
        kind: "worker_missed",
        subject: workerName,
        severity: "warning",
        code: "worker_overdue",
        args: { worker: workerName, missed: missCount },
        link: "/monitoring?part=workers",
      });
    }
  },
};
