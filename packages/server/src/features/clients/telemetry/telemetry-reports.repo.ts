import { sql, type Selectable } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { TelemetryReportsTable } from "./telemetry-reports.tables.ts";

export type ReportRow = Selectable<TelemetryReportsTable>;

/** Selects the reports of one device and, if given, of one type. */
export interface ReportFilter {
  readonly deviceId: string;
  readonly eventType?: string | undefined;
}

/** Ignores repeated reports. */
const REPORTS = {
  table: "telemetry_reports",
  columns: {
    id: "text",
    device_id: "text",
    user_id: "text",
    event_type: "text",
    request_id: "text",
    client_at_ms: "integer",
    server_at_ms: "integer",
    session_duration_secs: "integer",
    actions_per_min: "real",
    error_count: "integer",
    avg_response_ms: "real",
    current_route: "text",
    click_count: "integer",
    device_json: "text",
    behavior_json: "text",
    feature_usage_json: "text",
  },
  key: ["id"],
  onConflict: "ignore",
} as const;

export async function insertReports(db: Database, rows: readonly ReportRow[]): Promise<void> {
  await upsertMany(db, REPORTS, rows);
}

/** Newest first; served by telemetry_reports_device. */
export async function listReports(
  db: Database,
  filter: ReportFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<ReportRow[]> {
  return matching(db, filter)
    .selectAll()
    .orderBy("server_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(window.limit)
    .offset(window.offset)
    .execute();
}

/** A device's reports after this one, in order of arrival. */
export async function listReportsAfter(
  db: Database,
  deviceId: string,
  after: Pick<ReportRow, "server_at_ms" | "id"> | undefined,
  limit: number,
): Promise<ReportRow[]> {
  const { server_at_ms: atMs = 0, id = "" } = after ?? {};
  return db
    .selectFrom("telemetry_reports")
    .selectAll()
    .where("device_id", "=", deviceId)
    .where("server_at_ms", ">=", atMs)
    .where((row) => row.or([row("server_at_ms", ">", atMs), row("id", ">", id)]))
    .orderBy("server_at_ms")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function countReports(db: Database, filter: ReportFilter): Promise<number> {
  return countRows(matching(db, filter));
}

/** The given devices that have reported since this time. */
export async function listReporting(
  db: Database,
  deviceIds: readonly string[],
  sinceMs: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("telemetry_reports")
    .select("device_id")
    .distinct()
    .where(idsIn(db, "device_id", deviceIds))
    .where("server_at_ms", ">=", sinceMs)
    .execute();
  return rows.map((row) => row.device_id);
}

/** @returns number of reports removed, at most the limit */
export async function removeReportsBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom("telemetry_reports")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("telemetry_reports")
        .select("id")
        .where("server_at_ms", "<", beforeMs)
        .orderBy("server_at_ms")
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function matching(db: Database, { deviceId, eventType }: ReportFilter) {
  return db
    .selectFrom("telemetry_reports")
    .where("device_id", "=", deviceId)
    .$if(eventType !== undefined, (query) => query.where(sql.ref("event_type"), "=", eventType));
}
