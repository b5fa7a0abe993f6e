import { sql, type RawBuilder } from "kysely";
import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../platform/database/tables.ts";
import type { ReportFilter } from "./telemetry-reports.repo.ts";

/** Sums as the databases give them: PostgreSQL writes large ones as text. */
type Sum = number | string | null;

export interface Totals {
  readonly total: number;
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
  readonly clicks: number;
  readonly errors: number;
}

/** Averages are over the reports that said something; null when none did. */
export interface TypeTotals {
  readonly eventType: string;
  readonly count: number;
  readonly durationSecs: number | null;
  readonly errors: number;
  readonly actionsPerMin: number | null;
  readonly responseMs: number | null;
}

export interface Counted {
  readonly name: string;
  readonly count: number;
}

export async function readTotals(db: Database, filter: ReportFilter): Promise<Totals> {
  const { rows } = await sql<Record<"total" | "first_at" | "last_at" | "clicks" | "errors", Sum>>`
    select count(*) as total, min(server_at_ms) as first_at, max(server_at_ms) as last_at,
      sum(click_count) as clicks, sum(error_count) as errors
    from telemetry_reports where ${about(filter)}
  `.execute(db);
  const [row] = rows;
  return {
    total: Number(row?.total ?? 0),
    firstAtMs: numberOrNull(row?.first_at),
    lastAtMs: numberOrNull(row?.last_at),
    clicks: Number(row?.clicks ?? 0),
    errors: Number(row?.errors ?? 0),
  };
}

export async function listTypeTotals(db: Database, filter: ReportFilter): Promise<TypeTotals[]> {
  type Row = { event_type: string } & Record<"count" | "duration" | "errors" | "pace" | "ms", Sum>;
  const { rows } = await sql<Row>`
    select event_type, count(*) as count, avg(session_duration_secs) as duration,
      sum(error_count) as errors, avg(actions_per_min) as pace, avg(avg_response_ms) as ms
    from telemetry_reports where ${about(filter)}
    group by event_type order by event_type
  `.execute(db);
  return rows.map((row) => ({
    eventType: row.event_type,
    count: Number(row.count),
    durationSecs: numberOrNull(row.duration),
    errors: Number(row.errors ?? 0),
    actionsPerMin: numberOrNull(row.pace),
    responseMs: numberOrNull(row.ms),
  }));
}

/**
 * How many sessions there were and the longest duration of each, added up.
 *
 * No report names its session. One begins with `session_start`, or when the duration is less than
 * that of the report before; in the order in which the device wrote them, since a queue may be sent
 * late and by several processes at once.
 */
export async function readSessions(
  db: Database,
  { deviceId, eventType = "" }: ReportFilter,
): Promise<{ sessions: number; durationSecs: number }> {
  const { rows } = await sql<{ sessions: Sum; duration: Sum }>`
    with timed as (
      select id, event_type, client_at_ms, server_at_ms,
        coalesce(session_duration_secs, 0) as secs
      from telemetry_reports
      where device_id = ${deviceId}
        and (session_duration_secs is not null or event_type = 'session_start')
    ), compared as (
      select timed.*, lag(secs) over (order by client_at_ms, server_at_ms, id) as before_secs
      from timed
    ), numbered as (
      select compared.*, sum(
        case when event_type = 'session_start' or before_secs is null or secs < before_secs
          then 1 else 0 end
      ) over (order by client_at_ms, server_at_ms, id) as session_no
      from compared
    ), longest as (
      select session_no, max(secs) as secs from numbered
      where ${eventType} = '' or event_type = ${eventType}
      group by session_no
    )
    select count(*) as sessions, sum(secs) as duration from longest
  `.execute(db);
  const [row] = rows;
  return { sessions: Number(row?.sessions ?? 0), durationSecs: Number(row?.duration ?? 0) };
}

export async function listRoutes(
  db: Database,
  filter: ReportFilter,
  limit: number,
): Promise<Counted[]> {
  const { rows } = await sql<{ name: string; count: Sum }>`
    select current_route as name, count(*) as count from telemetry_reports
    where ${about(filter)} and current_route is not null
    group by current_route order by 2 desc, 1 limit ${limit}
  `.execute(db);
  return rows.map(toCounted);
}

export async function listFeatureUse(
  db: Database,
  filter: ReportFilter,
  limit: number,
): Promise<Counted[]> {
  const entries = onPostgres(db)
    ? sql`json_each_text(feature_usage_json::json) as entry(key, value)`
    : sql`json_each(feature_usage_json) as entry`;
  const uses = onPostgres(db) ? sql`entry.value::double precision` : sql`entry.value`;
  const { rows } = await sql<{ name: string; count: Sum }>`
    select entry.key as name, sum(${uses}) as count
    from telemetry_reports, ${entries}
    where ${about(filter)} and feature_usage_json is not null
    group by entry.key order by 2 desc, 1 limit ${limit}
  `.execute(db);
  return rows.map(toCounted);
}

export async function listClickTargets(
  db: Database,
  filter: ReportFilter,
  limit: number,
): Promise<{ label: string; tag: string; count: number }[]> {
  const targets = onPostgres(db)
    ? sql`json_array_elements(behavior_json::json -> 'clickTargets') as target(value)`
    : sql`json_each(behavior_json, '$.clickTargets') as target`;
  const { rows } = await sql<{ label: string; tag: string; count: Sum }>`
    select coalesce(target.value ->> 'label', '') as label,
      coalesce(target.value ->> 'tag', '') as tag, count(*) as count
    from telemetry_reports, ${targets}
    where ${about(filter)} and behavior_json is not null
    group by 1, 2 order by 3 desc, 1, 2 limit ${limit}
  `.execute(db);
  return rows.map(({ label, tag, count }) => ({ label, tag, count: Number(count) }));
}

/** The latest description of itself that the device sent, as JSON. */
export async function findLatestProfile(
  db: Database,
  filter: ReportFilter,
): Promise<string | undefined> {
  const { rows } = await sql<{ device_json: string }>`
    select device_json from telemetry_reports
    where ${about(filter)} and device_json is not null
    order by server_at_ms desc, id desc limit 1
  `.execute(db);
  return rows[0]?.device_json;
}

function about({ deviceId, eventType = "" }: ReportFilter): RawBuilder<boolean> {
  return eventType === ""
    ? sql<boolean>`device_id = ${deviceId}`
    : sql<boolean>`device_id = ${deviceId} and event_type = ${eventType}`;
}

function onPostgres(db: Database): boolean {
  return dialectOf(db) === "postgres";
}

function toCounted({ name, count }: { name: string; count: Sum }): Counted {
  return { name, count: Number(count) };
}

function numberOrNull(value: Sum | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
