import type { Worker } from "../../../platform/jobs/worker.ts";
import { markTold, notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { failsTooOften } from "../../../platform/observability/failure-alarm.ts";
import { sumFailures } from "../request-stats/request-stats.service.ts";

const WINDOW_SECS = 300;
const PAUSE_MS = 300_000;

/** Not that of the notice, which has a pause of its own. */
const EVENT = { kind: "incident", subject: "error_rate event" } as const;

/**
 * Sends `incident` to all streams, at most once in five minutes, and leaves a notice to
 * administrators, when more than 1 % of the requests of the last five minutes failed with a 5xx: 20
 * or more, or some of at least 1,000. Health checks do not count.
 * One process sums the requests of all; when that was is in the database, so that another that
 * takes over keeps the pause.
 */
export const errorRateWatchdog: Worker = {
  name: "error_rate_watchdog",
  schedule: { everyMs: 60_000 },

  async run(deps) {
    const { failed, requests } = await sumFailures(deps);
    if (!failsTooOften({ failed, requests })) return;
    if (!(await markTold(deps, EVENT, PAUSE_MS))) return;

    const errorRate = failed / requests;
    deps.log.error({ errorRate, requests }, "too many requests are failing");
    deps.events.toAll({ type: "incident", errorRate, windowSecs: WINDOW_SECS });
    await notifyAdmins(deps, {
      kind: "incident",
      subject: "error_rate",
      severity: "error",
      code: "requests_failing",
      args: { failedPercent: Number((errorRate * 100).toFixed(1)), requests },
      link: "/monitoring",
    });
  },
};
