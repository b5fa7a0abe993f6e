import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";

const WINDOW_SECS = 300;
const RATE_MAX = 0.01;
const REQUESTS_MIN = 20;
const PAUSE_MS = 300_000;

const latest = perApp((_: Pick<Deps, "database">) => ({ atMs: Number.NEGATIVE_INFINITY }));

/**
 * Sends `incident` to all streams when more than 1 % of at least 20 requests in the last five
 * minutes failed with a 5xx, at most once in five minutes, and leaves a notice to administrators.
 * Each process checks only its own requests.
 */
export const errorRateWatchdog: Worker = {
  name: "error_rate_watchdog",
  schedule: { everyMs: 60_000 },
  everywhere: true,

  async run(deps) {
    const { clock, events, log, metrics } = deps;
    const { rate, requests } = metrics.errorRate(clock.nowMs());
    if (rate <= RATE_MAX || requests < REQUESTS_MIN) return;
    const last = latest(deps);
    if (clock.monotonicMs() - last.atMs < PAUSE_MS) return;

    last.atMs = clock.monotonicMs();
    log.error({ errorRate: rate, requests }, "too many requests are failing");
    events.toAll({ type: "incident", errorRate: rate, windowSecs: WINDOW_SECS });
    await notifyAdmins(deps, {
      ...{ kind: "incident", subject: "error_rate", severity: "error" },
      title: "Too many requests fail",
      message: `${(rate * 100).toFixed(1)} % of ${requests} requests in five minutes failed.`,
      link: "/monitoring",
    });
  },
};
