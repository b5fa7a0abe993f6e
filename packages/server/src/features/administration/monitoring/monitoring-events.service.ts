import type { MonitoringEvent } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { listBadRuns } from "../../../platform/jobs/run-log.ts";
import { redactText } from "../../../platform/observability/log-redaction.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { sentenceOfRow } from "../../accounts/admin-notices/admin-notices.service.ts";
import { listStarts } from "../instances/instances.service.ts";
import { countIncidentsSince, listNoticesSince } from "./monitoring-events.repo.ts";

type Needs = Pick<Deps, "clock" | "reports">;

const EVENTS_MAX = 500;

/**
 * The events of the last hours, newest first: notices, failed worker runs,
 * and started processes.
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
    ...notices.map((row) => ({
      tsMs: row.created_at_ms,
      severity: row.severity,
      title: row.title,
      desc: row.message,
      ...sentenceOfRow(row),
    })),
    ...badRuns.map((run) => badRunEvent(run)),
    ...starts.map(({ started_at_ms, host, pid, version }) => ({
      tsMs: started_at_ms,
      severity: "info" as const,
      title: `Started ${version}`,
      desc: `Process ${pid} on ${host}.`,
      code: "process_started" as const,
      args: { version, host, pid },
    })),
  ];
  return events.toSorted((a, b) => b.tsMs - a.tsMs).slice(0, EVENTS_MAX);
}

type BadRun = Awaited<ReturnType<typeof listBadRuns>>[number];

function badRunEvent({ worker, startedAtMs, outcome, error }: BadRun): MonitoringEvent {
  const isTimeout = outcome === "timeout";
  const desc = redactText(error ?? "");
  return {
    tsMs: startedAtMs,
    severity: "warning",
    title: `The worker ${worker} ${isTimeout ? "timed out" : "failed"}`,
    desc,
    code: isTimeout ? "run_cut_off" : "run_failed",
    args: { worker, error: desc },
  };
}

export async function countIncidents({ reports }: Needs, sinceMs: number): Promise<number> {
  return countIncidentsSince(reports, sinceMs);
}
