import type {
  Behavior,
  DeviceProfile,
  FeatureUsage,
  TelemetryEventType,
  TelemetryRecord,
  TelemetrySummary,
} from "@wordloom/contract";
import { setImmediate as otherWork } from "node:timers/promises";
import type { Deps } from "../../../deps.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import {
  countReports,
  insertReports,
  listReporting,
  listReports,
  listReportsAfter,
  removeReportsBefore,
  type ReportRow,
} from "./telemetry-reports.repo.ts";
import { createSummary } from "./telemetry-summary.ts";

export type { ReportRow } from "./telemetry-reports.repo.ts";

type Needs = Pick<Deps, "database">;

const PAGE_SIZE = 500;

/** Reports per transaction. Each adds its own statements. */
const REPORTS_AT_ONCE = 100;

interface Submission {
  readonly row: ReportRow;
  readonly alongside: ((tx: OpenTransaction) => Promise<void>) | undefined;
}

const storing = perApp(({ database }: Needs) =>
  createGroupCommit<Submission>(
    (reports) =>
      transact(database, async (tx) => {
        await insertReports(
          tx,
          reports.map(({ row }) => row),
        );
        for (const { alongside } of reports) await alongside?.(tx);
      }),
    { max: REPORTS_AT_ONCE },
  ),
);

/**
 * Stores a report. A report with a known id is ignored.
 *
 * Every device in use sends a report every few seconds, so concurrent reports share a commit.
 *
 * @param alongside  further writes in the same transaction
 */
export async function storeReport(
  needs: Needs,
  row: ReportRow,
  alongside?: (tx: OpenTransaction) => Promise<void>,
): Promise<void> {
  await storing(needs).submit({ row, alongside });
}

/** Reports of a device, newest first. */
export async function listTelemetry(
  { database }: Needs,
  deviceId: string,
  query: { limit: number; offset: number; eventType?: TelemetryEventType | undefined },
): Promise<{ records: TelemetryRecord[]; total: number }> {
  const filter = { deviceId, eventType: query.eventType };
  const rows = await listReports(database, filter, query);
  return { records: rows.map(toRecord), total: await countReports(database, filter) };
}

/** Number of reports of a device, and the latest one. */
export async function readTelemetryOverview(
  needs: Needs,
  deviceId: string,
): Promise<{ total: number; latest: TelemetryRecord | null }> {
  const { records, total } = await listTelemetry(needs, deviceId, { limit: 1, offset: 0 });
  return { total, latest: records[0] ?? null };
}

/** The given devices that have reported since this time. */
export async function listReportingDevices(
  { database }: Needs,
  deviceIds: readonly string[],
  sinceMs: number,
): Promise<ReadonlySet<string>> {
  return new Set(await listReporting(database, deviceIds, sinceMs));
}

/**
 * Adds up all reports of a device, or those of one type.
 *
 * A device in daily use has sent tens of thousands, so they are read page by page, yielding to
 * other work in between.
 */
export async function summarizeTelemetry(
  { database }: Needs,
  deviceId: string,
  eventType?: TelemetryEventType,
): Promise<TelemetrySummary> {
  const summary = createSummary(eventType);
  let last: ReportRow | undefined;
  for (;;) {
    const rows = await listReportsAfter(database, deviceId, last, PAGE_SIZE);
    summary.add(rows);
    if (rows.length < PAGE_SIZE) return summary.result();
    last = rows.at(-1);
    await otherWork();
  }
}

/** Removes reports from before this time, in steps. @returns number of reports */
export async function removeOldReports(
  { database }: Needs,
  beforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  return removeInSteps((limit) => removeReportsBefore(database, beforeMs, limit), signal);
}

function toRecord(row: ReportRow): TelemetryRecord {
  return {
    id: row.id,
    deviceId: row.device_id,
    userId: row.user_id,
    eventType: row.event_type,
    requestId: row.request_id,
    serverTs: toTimestamp(row.server_at_ms),
    deviceProfile: parsedOrNull<DeviceProfile>(row.device_json),
    sessionStats: {
      sessionDurationSecs: row.session_duration_secs,
      actionsPerMin: row.actions_per_min,
      errorCount: row.error_count,
      avgResponseTimeMs: row.avg_response_ms,
    },
    behaviorSummary: parsedOrNull<Behavior>(row.behavior_json),
    featureUsage: parsedOrNull<FeatureUsage>(row.feature_usage_json),
  };
}

function parsedOrNull<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}
