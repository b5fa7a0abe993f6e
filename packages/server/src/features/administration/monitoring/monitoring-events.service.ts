import type { AdminNoticeSeverity, MonitoringEvent } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { listBadRuns } from "../../../platform/jobs/run-log.ts";
import { redactText } from "../../../platform/observability/log-redaction.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { listStarts } from "../instances/instances.service.ts";
import { countIncidentsSince, listNoticesSince } from "./monitoring-events.repo.ts";

type Needs = Pick<Deps, "clock" | "reports">;

const EVENTS_MAX = 500;

/**
 * What happened to the service in the last hours, newest first: notices, failed runs of workers,
 * processes that started.
 */
export async function listMonitoringEvents(
  { clock, reports }: Needs,
  hours: number,
): Promise<MonitoringEvent[]> {
  const sinceMs = clock.nowMs() - hours * HOUR_MS;
  const notices = await listNoticesSince(reports, sinceMs, EVENTS_MAX);
  const badRuns = await listBadRuns(reports, sinceMs, EVENTS_MAX);
  const starts = await listStarts({ reports }, sinceMs, EVENTS_MAX);
  const events: MonitoringEvent[] = [
    ...notices.map(({ created_at_ms, severity, title, message }) => ({
      ...{ tsMs: created_at_ms, severity: severity as AdminNoticeSeverity, title },
      desc: message,
    })),
    ...badRuns.map(({ worker, startedAtMs, outcome, error }) => ({
      ...{ tsMs: startedAtMs, severity: "warning" as const },
      title: `The worker ${worker} ${outcome === "timeout" ? "was cut off" : "failed"}`,
      desc: redactText(error ?? ""),
    })),
    ...starts.map(({ started_at_ms, host, pid, version }) => ({
      ...{ tsMs: started_at_ms, severity: "info" as const, title: `Started ${version}` },
      desc: `Process ${pid} on ${host}.`,
    })),
  ];
  return events.toSorted((a, b) => b.tsMs - a.tsMs).slice(0, EVENTS_MAX);
}

export async function countIncidents({ reports }: Needs, sinceMs: number): Promise<number> {
  return countIncidentsSince(reports, sinceMs);
}
