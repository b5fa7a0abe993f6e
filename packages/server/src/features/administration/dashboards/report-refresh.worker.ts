import type { Worker } from "../../../platform/jobs/worker.ts";
import { slowReports } from "../analytics-admin/slow-reports.service.ts";
import { slowStateReports } from "../engine-metrics/decisions.service.ts";
import { takeSnapshot } from "../analytics-admin/report-snapshots.service.ts";
import { wordStatesReport } from "./learning-dashboard.service.ts";

/** Computes the slow reports once an hour, so that one is ready where computing is slow. */
export const reportRefresh: Worker = {
  name: "report_refresh",
  schedule: { cron: "7 * * * *" },

  async run(deps, signal) {
    const faults: unknown[] = [];
    const all = [wordStatesReport(deps), ...slowReports(deps), ...slowStateReports(deps)];
    for (const report of all) {
      if (signal.aborted) return;
      // A failed report does not affect the others.
      await takeSnapshot(deps, report).catch((fault: unknown) => faults.push(fault));
    }
    if (faults.length > 0) throw new AggregateError(faults, "reports could not be computed");
  },
};
