import type {
  Behavior,
  DeviceProfile,
  FeatureUsage,
  TelemetryEventType,
  TelemetrySummary,
} from "@wordloom/contract";
import { toTimestampOrNull } from "../../../platform/time/clock.ts";
import { countSessions, type TimedReport } from "./session-lengths.ts";

/** The fields of a report that a summary needs. */
interface SummaryInput extends TimedReport {
  readonly event_type: TelemetryEventType;
  readonly actions_per_min: number | null;
  readonly error_count: number | null;
  readonly avg_response_ms: number | null;
  readonly current_route: string | null;
  readonly click_count: number | null;
  readonly device_json: string | null;
  readonly behavior_json: string | null;
  readonly feature_usage_json: string | null;
}

/** Accumulates reports in order of arrival. */
export interface Summary {
  add(reports: readonly SummaryInput[]): void;
  result(): TelemetrySummary;
}

const FEATURES_LISTED = 100;
const ROUTES_LISTED = 50;
const TARGETS_LISTED = 50;
/** Maximum number of distinct names counted, because a client may send any number. */
const NAMES_MAX = 10_000;

interface Mean {
  sum: number;
  count: number;
}

interface TypeTotals {
  count: number;
  errors: number;
  readonly duration: Mean;
  readonly pace: Mean;
  readonly response: Mean;
}

interface Sums {
  total: number;
  clicks: number;
  errors: number;
  firstAtMs: number | null;
  lastAtMs: number | null;
  profileJson: string | null;
  readonly types: Map<TelemetryEventType, TypeTotals>;
  readonly features: Map<string, number>;
  readonly routes: Map<string, number>;
  /** By label and tag, as a JSON array. */
  readonly targets: Map<string, number>;
}

/**
 * Adds up a device's reports, or those of one type. In either case, all reports separate sessions.
 */
export function createSummary(eventType?: TelemetryEventType): Summary {
  const timed: TimedReport[] = [];
  const sums: Sums = {
    total: 0,
    clicks: 0,
    errors: 0,
    firstAtMs: null,
    lastAtMs: null,
    profileJson: null,
    types: new Map(),
    features: new Map(),
    routes: new Map(),
    targets: new Map(),
  };
  return {
    add(reports) {
      for (const report of reports) {
        timed.push(timesOf(report));
        if (eventType === undefined || report.event_type === eventType) addReport(sums, report);
      }
    },
    result: () => toSummary(sums, countSessions(timed, eventType)),
  };
}

function addReport(sums: Sums, report: SummaryInput): void {
  sums.total += 1;
  sums.clicks += report.click_count ?? 0;
  sums.errors += report.error_count ?? 0;
  sums.firstAtMs ??= report.server_at_ms;
  sums.lastAtMs = report.server_at_ms;
  sums.profileJson = report.device_json ?? sums.profileJson;
  addToType(sums.types, report);
  if (report.current_route !== null) count(sums.routes, report.current_route, 1);
  if (report.feature_usage_json !== null) {
    const usage = JSON.parse(report.feature_usage_json) as FeatureUsage;
    for (const [name, uses] of Object.entries(usage)) count(sums.features, name, uses);
  }
  if (report.behavior_json?.includes('"clickTargets"')) {
    const { clickTargets } = JSON.parse(report.behavior_json) as Behavior;
    for (const { label, tag } of clickTargets ?? []) {
      count(sums.targets, JSON.stringify([label ?? "", tag ?? ""]), 1);
    }
  }
}

function addToType(types: Map<TelemetryEventType, TypeTotals>, report: SummaryInput): void {
  const mean = (): Mean => ({ sum: 0, count: 0 });
  const fresh = { count: 0, errors: 0, duration: mean(), pace: mean(), response: mean() };
  const totals = types.get(report.event_type) ?? fresh;
  types.set(report.event_type, totals);
  totals.count += 1;
  totals.errors += report.error_count ?? 0;
  addTo(totals.duration, report.session_duration_secs);
  addTo(totals.pace, report.actions_per_min);
  addTo(totals.response, report.avg_response_ms);
}

function addTo(mean: Mean, value: number | null): void {
  if (value === null) return;
  mean.sum += value;
  mean.count += 1;
}

function count(counts: Map<string, number>, name: string, amount: number): void {
  const known = counts.get(name);
  if (known === undefined && counts.size >= NAMES_MAX) return;
  counts.set(name, (known ?? 0) + amount);
}

function toSummary(sums: Sums, sessions: ReturnType<typeof countSessions>): TelemetrySummary {
  const { profileJson } = sums;
  return {
    total: sums.total,
    first_ts: toTimestampOrNull(sums.firstAtMs),
    last_ts: toTimestampOrNull(sums.lastAtMs),
    by_event_type: [...sums.types].toSorted(byName).map(([name, totals]) => ({
      event_type: name,
      count: totals.count,
      avg_duration_secs: toAverage(totals.duration),
      total_errors: totals.errors,
      avg_actions_per_min: toAverage(totals.pace),
      avg_response_ms: toAverage(totals.response),
    })),
    device_profile: profileJson === null ? null : (JSON.parse(profileJson) as DeviceProfile),
    feature_usage: topOf(sums.features, FEATURES_LISTED),
    routes: topOf(sums.routes, ROUTES_LISTED),
    click_targets: topOf(sums.targets, TARGETS_LISTED).map(({ name, count }) => {
      const [label, tag] = JSON.parse(name) as [string, string];
      return { label, tag, count };
    }),
    total_clicks: sums.clicks,
    total_errors: sums.errors,
    total_duration_secs: sessions.totalSecs,
    session_count: sessions.count,
  };
}

function toAverage({ sum, count }: Mean): number | null {
  return count === 0 ? null : sum / count;
}

function topOf(counts: ReadonlyMap<string, number>, limit: number) {
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || byName(a, b))
    .slice(0, limit)
    .map(([name, count]) => ({ name, count }));
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** The only fields of every report that are kept until the end. */
function timesOf(report: SummaryInput): TimedReport {
  const { event_type, client_at_ms, server_at_ms, session_duration_secs } = report;
  return { event_type, client_at_ms, server_at_ms, session_duration_secs };
}
