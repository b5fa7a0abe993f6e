import type { Deps } from "../../../deps.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { readOutboxBacklog } from "../../study/records/outbox.service.ts";
import { countBadRuns } from "../../../platform/jobs/run-log.ts";
import { sumRequests } from "../request-stats/request-stats.service.ts";
import { readDatabaseSize } from "./database-facts.service.ts";
import { countIncidents } from "./monitoring-events.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "events" | "ids" | "log" | "metrics" | "reports" | "settings"
>;

const WEEK_MS = 7 * DAY_MS;

/** Creates a notice about the last seven days: requests, incidents, workers, answers, size. */
export async function reportWeek(needs: Needs): Promise<void> {
  const nowMs = needs.clock.nowMs();
  const sinceMs = nowMs - WEEK_MS;
  const requests = await sumRequests(needs, "7d");
  // One notice a day covers all incidents of that day.
  const incidentDays = await countIncidents(needs, sinceMs);
  const badRuns = await countBadRuns(needs.reports, sinceMs);
  const { pending, deadLetter } = await readOutboxBacklog(needs.database);
  const { sizeBytes } = await readDatabaseSize(needs);
  const isWell = incidentDays === 0 && badRuns === 0 && deadLetter === 0;
  await notifyAdmins(needs, {
    kind: "health_report",
    subject: new Date(nowMs).toISOString().slice(0, 10),
    severity: isWell ? "info" : "warning",
    code: isWell ? "week_was_well" : "week_needs_look",
    args: {
      requests: requests.total,
      failed: requests.errors5xx,
      p95Ms: Math.ceil(requests.p95Ms ?? 0),
      incidentDays,
      badRuns,
      waiting: pending,
      givenUp: deadLetter,
      databaseMb: Number((sizeBytes / 1024 ** 2).toFixed(1)),
    },
    link: "/monitoring",
  });
}
