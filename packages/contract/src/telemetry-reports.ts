import { z } from "zod";
import { Timestamp, clampedInteger } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { Behavior, DeviceProfile, FeatureUsage, TelemetryEventType } from "./telemetry.ts";

const OFFSET_MAX = 1_000_000_000;
const counted = z.object({ name: z.string(), count: z.number() });

/** One report of a device; null: not reported. */
export const TelemetryRecord = z.object({
  id: z.string(),
  deviceId: z.string(),
  userId: z.string(),
  eventType: TelemetryEventType,
  serverTs: Timestamp,
  deviceProfile: DeviceProfile.nullable(),
  sessionStats: z.object({
    sessionDurationSecs: z.number().int().nullable(),
    actionsPerMin: z.number().nullable(),
    errorCount: z.number().int().nullable(),
    avgResponseTimeMs: z.number().nullable(),
  }),
  behaviorSummary: Behavior.nullable(),
  featureUsage: FeatureUsage.nullable(),
});

/** Summary of all reports of a device. Averages are over the reports with a value. */
export const TelemetrySummary = z.object({
  total: z.number().int(),
  first_ts: Timestamp.nullable(),
  last_ts: Timestamp.nullable(),
  by_event_type: z.array(
    z.object({
      event_type: TelemetryEventType,
      count: z.number().int(),
      avg_duration_secs: z.number().nullable(),
      total_errors: z.number(),
      avg_actions_per_min: z.number().nullable(),
      avg_response_ms: z.number().nullable(),
    }),
  ),
  /** The latest profile. */
  device_profile: DeviceProfile.nullable(),
  /** The 100 most used. */
  feature_usage: z.array(counted),
  /** The 50 most frequent, by number of reports. */
  routes: z.array(counted),
  /** The 50 most clicked. */
  click_targets: z.array(z.object({ label: z.string(), tag: z.string(), count: z.number().int() })),
  total_clicks: z.number(),
  total_errors: z.number(),
  /** Sum of the longest reported duration of each session. */
  total_duration_secs: z.number(),
  /** A session begins with `session_start`, or when the reported duration falls. */
  session_count: z.number().int(),
});

export const listTelemetry = endpoint({
  method: "GET",
  path: "/api/admin/telemetry/:deviceId",
  summary: "Telemetry reports of a device, newest first.",
  access: "admin",
  stability: "beta",
  query: z.object({
    limit: clampedInteger(1, 200, 50),
    offset: clampedInteger(0, OFFSET_MAX, 0),
    eventType: TelemetryEventType.optional(),
  }),
  replies: {
    200: enveloped(z.object({ records: z.array(TelemetryRecord), total: z.number().int() })),
  },
  errors: [],
});

export const summarizeTelemetry = endpoint({
  method: "GET",
  path: "/api/admin/telemetry/:deviceId/summary",
  summary: "Summary of a device's telemetry reports.",
  access: "admin",
  stability: "beta",
  query: z.object({ event_type: TelemetryEventType.optional() }),
  replies: { 200: enveloped(TelemetrySummary) },
  errors: [],
});

export type TelemetryRecord = z.infer<typeof TelemetryRecord>;
export type TelemetrySummary = z.infer<typeof TelemetrySummary>;
