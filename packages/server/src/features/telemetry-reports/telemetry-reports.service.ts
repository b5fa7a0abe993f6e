import type {
  Behavior,
  DeviceProfile,
  FeatureUsage,
  TelemetryEventType,
  TelemetryRecord,
  TelemetrySummary,
} from "@wordloom/contract";
import { setImmediate as otherWork } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { toTimestamp } from "../../platform/clock.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { removeInSteps } from "../../platform/jobs/remove-in-steps.ts";
import { perApp } from "../../platform/per-app.ts";
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

const SUMMED_AT_ONCE = 500;

interface Submitted {
  readonly row: ReportRow;
  readonly also: ((tx: OpenTransaction) => Promise<void>) | undefined;
}

const storing = perApp(({ database }: Needs) =>
  createGroupCommit<Submitted>(async (reports) => {
    await transact(database, async (tx) => {
      await insertReports(
        tx,
        reports.map(({ row }) => row),
      );
      for (const { also } of reports) await also?.(tx);
    });
  }),
);

/**
 * Stores a report; one with an id that is there already changes nothing.
 *
 * Every device in use sends one every few seconds, so those that arrive together share a commit.
 *
 * @param also  what is to be written in the same transaction
 */
export async function storeReport(
  needs: Needs,
  row: ReportRow,
  also?: (tx: OpenTransaction) => Promise<void>,
): Promise<void> {
  await storing(needs).submit({ row, also });
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

/** How many reports of a device there are, and the latest. */
export async function readTelemetryStanding(
  needs: Needs,
  deviceId: string,
): Promise<{ total: number; latest: TelemetryRecord | null }> {
  const { records, total } = await listTelemetry(needs, deviceId, { limit: 1, offset: 0 });
  return { total, latest: records[0] ?? null };
}

/** Those of these devices that reported at that time or later. */
export async function listReportingDevices(
  { database }: Needs,
  deviceIds: readonly string[],
  sinceMs: number,
): Promise<ReadonlySet<string>> {
  return new Set(await listReporting(database, deviceIds, sinceMs));
}

/**
 * Everything a device reported, or all its reports of one type, added up.
 *
 * A device in daily use has sent tens of thousands, so they are read some at a time, and others get
 * their turn in between.
 */
export async function summarizeTelemetry(
  { database }: Needs,
  deviceId: string,
  eventType?: TelemetryEventType,
): Promise<TelemetrySummary> {
  const summary = createSummary(eventType);
  let last: ReportRow | undefined;
  for (;;) {
    const rows = await listReportsAfter(database, deviceId, last, SUMMED_AT_ONCE);
    summary.add(rows);
    if (rows.length < SUMMED_AT_ONCE) return summary.result();
    last = rows.at(-1);
    await otherWork();
  }
}

/** Removes reports that are older, some at a time. @returns how many */
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
