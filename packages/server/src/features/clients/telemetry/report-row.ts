import type {
  Behavior,
  DeviceProfile,
  FeatureUsage,
  TelemetryEventType,
  TelemetryReport,
} from "@wordloom/contract";
import type { Selectable } from "kysely";
import { createHash } from "node:crypto";
import type { TelemetryReportsTable } from "./telemetry-reports.tables.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";

/** Maximum stored length of a text field, in characters. */
const TEXT_MAX = 200;
const CLICK_TARGETS_MAX = 50;
const FEATURES_MAX = 100;

type ReportRow = Selectable<TelemetryReportsTable>;

/** Facts about a report that are not part of it. */
export interface ReportOrigin {
  /** Id of the report if it was not requested. */
  readonly id: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly eventType: TelemetryEventType;
  readonly atMs: number;
}

/** A report in its stored form: fields truncated, omitted ones null. */
export function toReportRow(report: TelemetryReport, origin: ReportOrigin): ReportRow {
  const { payload } = report;
  const behavior = payload.behavior && cutBehavior(payload.behavior);
  const usage = payload.featureUsage && cutUsage(payload.featureUsage);
  const requestId = origin.eventType === "on_demand" ? (report.requestId?.trim() ?? null) : null;
  return {
    id: requestId === null ? origin.id : idOfReply(origin.deviceId, requestId),
    device_id: origin.deviceId,
    user_id: origin.userId,
    event_type: origin.eventType,
    request_id: requestId,
    client_at_ms: Date.parse(report.clientTs),
    server_at_ms: origin.atMs,
    session_duration_secs: payload.sessionDurationSecs ?? null,
    actions_per_min: payload.actionsPerMin ?? null,
    error_count: payload.errorCount ?? null,
    avg_response_ms: payload.avgResponseTimeMs ?? null,
    current_route: behavior?.currentRoute || null,
    click_count: behavior?.clickCount ?? null,
    device_json: payload.device ? JSON.stringify(cutProfile(payload.device)) : null,
    behavior_json: behavior ? JSON.stringify(behavior) : null,
    feature_usage_json: usage ? JSON.stringify(usage) : null,
  };
}

export function cutProfile(device: DeviceProfile): DeviceProfile {
  const entries = Object.entries(withoutNullish(device)).map(([name, value]) => [
    name,
    typeof value === "string" ? cut(value) : value,
  ]);
  return Object.fromEntries(entries) as DeviceProfile;
}

/**
 * The reply to a request gets an id derived from the request, so that a repeated reply is not
 * stored again. Formatted as a UUID v4 like all ids, from the bits of a hash.
 */
function idOfReply(deviceId: string, requestId: string): string {
  const hex = createHash("sha256").update(`${deviceId}\n${requestId}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}

function cutBehavior({ currentRoute, clickTargets, ...counts }: Behavior) {
  return withoutNullish({
    currentRoute: currentRoute == null ? null : cut(currentRoute),
    ...counts,
    clickTargets: clickTargets?.slice(0, CLICK_TARGETS_MAX).map(({ label, tag }) => ({
      label: cut(label ?? ""),
      tag: cut(tag ?? ""),
    })),
  });
}

function cutUsage(usage: FeatureUsage): FeatureUsage {
  const entries = Object.entries(usage).slice(0, FEATURES_MAX);
  return Object.fromEntries(entries.map(([name, uses]) => [cut(name), uses]));
}

/** Truncates by characters, so that none is split. */
function cut(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= TEXT_MAX) return trimmed;
  return [...trimmed.slice(0, 2 * TEXT_MAX)].slice(0, TEXT_MAX).join("");
}
