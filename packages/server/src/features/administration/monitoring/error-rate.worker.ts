import type { Worker } from "../../../platform/jobs/worker.ts";
import { claimMessage, notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { failsTooOften } from "../../../platform/observability/failure-alarm.ts";
import { sumFailures } from "../request-stats/request-stats.service.ts";

const WINDOW_SECS = 300;
const PAUSE_MS = 300_000;

/** The pause of the incident; the notice has its own. */
const EVENT = { kind: "incident", subject: "error_rate event" } as const;

/**
 * Sends `incident` to all streams, at most once in five minutes, and a notice to administrators,
 * when more than 1 % of the requests of the last five minutes failed with a 5xx: at least 20, or
 * any number of at least 1,000 requests. Health checks do not count.
 * One process sums the requests of all. The database stores the time of the last incident, so that
 * a process that takes over keeps the pause.
 */
export const errorRateWatchdog: Worker = {
  name: "error_rate_watchdog",
  schedule: { everyMs: 60_000 },

  async run(deps) {
    const { failed, requests } = await sumFailures(deps);
    if (!failsTooOften({ failed, requests })) return;
    if (!(await claimMessage(deps, EVENT, PAUSE_MS))) return;

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
