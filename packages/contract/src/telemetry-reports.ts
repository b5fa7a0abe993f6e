import { z } from "zod";
import { DeviceId, LearnerId, Offset, Timestamp, limitOf } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { Behavior, DeviceProfile, FeatureUsage, TelemetryEventType } from "./telemetry.ts";

const counted = z.object({
  name: z.string().describe("What was counted."),
  count: z.number().describe("How often."),
});

/** One report of a device; null: not reported. */
export const TelemetryRecord = z.object({
  id: z.string().describe("Id of the report, a UUID."),
  deviceId: DeviceId,
  userId: LearnerId,
  eventType: TelemetryEventType.describe("Why it was sent."),
  requestId: z
    .string()
    .nullable()
    .describe("Of the request it replies to; null: no administrator asked for it."),
  serverTs: Timestamp.describe("When it arrived."),
  deviceProfile: DeviceProfile.nullable().describe("Properties of the device; null: not sent."),
  sessionStats: z
    .object({
      sessionDurationSecs: z
        .number()
        .int()
        .nullable()
        .describe("Length of the session so far, seconds; null: not sent."),
      actionsPerMin: z.number().nullable().describe("Actions in a minute; null: not sent."),
      errorCount: z.number().int().nullable().describe("Errors in the session; null: not sent."),
      avgResponseTimeMs: z
        .number()
        .nullable()
        .describe("Mean time of an answer, milliseconds; null: not sent."),
    })
    .describe("The metrics of the session."),
  behaviorSummary: Behavior.nullable().describe(
    "What was done since the report before; null: not sent.",
  ),
  featureUsage: FeatureUsage.nullable().describe(
    "Uses of each feature since the report before; null: not sent.",
  ),
});

/** Summary of all reports of a device. Averages are over the reports with a value. */
export const TelemetrySummary = z.object({
  total: z.number().int().describe("Reports that are stored."),
  first_ts: Timestamp.nullable().describe("When the first of them arrived; null without any."),
  last_ts: Timestamp.nullable().describe("When the last of them arrived; null without any."),
  by_event_type: z
    .array(
      z.object({
        event_type: TelemetryEventType.describe("Why they were sent."),
        count: z.number().int().describe("Reports of this kind."),
        avg_duration_secs: z
          .number()
          .nullable()
          .describe("Mean length of the session so far, seconds; null without a value."),
        total_errors: z.number().describe("Errors of all these reports."),
        avg_actions_per_min: z
          .number()
          .nullable()
          .describe("Mean actions in a minute; null without a value."),
        avg_response_ms: z
          .number()
          .nullable()
          .describe("Mean time of an answer, milliseconds; null without a value."),
      }),
    )
    .describe("The reports by kind."),
  device_profile: DeviceProfile.nullable().describe(
    "The latest properties of the device; null: never sent.",
  ),
  feature_usage: z.array(counted).describe("The 100 most used features, with their uses."),
  routes: z.array(counted).describe("The 50 most frequent pages, by number of reports."),
  click_targets: z
    .array(
      z.object({
        label: z.string().describe("Text of what was clicked."),
        tag: z.string().describe("Kind of what was clicked, such as `button`."),
        count: z.number().int().describe("How often."),
      }),
    )
    .describe("The 50 most clicked targets."),
  total_clicks: z.number().describe("Clicks of all reports."),
  total_errors: z.number().describe("Errors of all reports."),
  total_duration_secs: z
    .number()
    .describe("Sum of the longest reported duration of each session, seconds."),
  session_count: z
    .number()
    .int()
    .describe("Sessions: one begins with `session_start`, or when the reported duration falls."),
});

export const listTelemetry = endpoint({
  method: "GET",
  path: "/api/admin/telemetry/:deviceId",
  summary: "Telemetry reports of a device, newest first.",
  access: "admin",
  stability: "beta",
  query: z.object({
    limit: limitOf(200, 50),
    offset: Offset.default(0),
    eventType: TelemetryEventType.optional().describe("Only reports of this kind."),
  }),
  replies: {
    200: enveloped(
      z.object({
        records: z.array(TelemetryRecord).describe("The reports, newest first."),
        total: z.number().int().describe("Reports that pass the filter."),
      }),
    ),
  },
  errors: [],
});

export const summarizeTelemetry = endpoint({
  method: "GET",
  path: "/api/admin/telemetry/:deviceId/summary",
  summary: "Summary of a device's telemetry reports.",
  access: "admin",
  stability: "beta",
  query: z.object({
    event_type: TelemetryEventType.optional().describe("Only reports of this kind."),
  }),
  replies: { 200: enveloped(TelemetrySummary) },
  errors: [],
});

export type TelemetryRecord = z.infer<typeof TelemetryRecord>;
export type TelemetrySummary = z.infer<typeof TelemetrySummary>;
