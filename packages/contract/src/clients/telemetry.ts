import { z } from "zod";
import { DeviceId, LearnerId, limitOf, Offset, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { dictionary, list } from "../core/sizes.ts";

const BODY_MAX_BYTES = 64 * 1024;
/** Larger than any real value, yet small enough that sums are exact. */
const COUNT_MAX = 1_000_000_000;

/** Text about the client; the first 200 characters are stored. */
const words = z.string();
const count = z.number().int().min(0).max(COUNT_MAX);
const amount = z.number().min(0).max(COUNT_MAX);
/** Metric of a session; the service refuses negative values itself, with their own error code. */
const sessionCount = z.number().int().max(COUNT_MAX);
const sessionAmount = z.number().max(COUNT_MAX);

/** Properties and capabilities of a device. */
export const DeviceProfile = z.object({
  cpuCores: count.nullish().describe("Processor cores."),
  memoryGb: amount.nullish().describe("Working memory, gigabytes."),
  screenWidth: count.nullish().describe("Width of the screen, pixels."),
  screenHeight: count.nullish().describe("Height of the screen, pixels."),
  pixelRatio: amount.nullish().describe("Physical pixels per CSS pixel."),
  osName: words.nullish().describe("Operating system, such as `Android`; 200 characters are kept."),
  browserName: words.nullish().describe("Browser of a web app; 200 characters are kept."),
  browserVersion: words.nullish().describe("Version of the browser; 200 characters are kept."),
  timezone: words
    .nullish()
    .describe("IANA name, such as `Europe/Berlin`; required once from each device."),
  model: words
    .nullish()
    .describe(
      "Model of the device; required once from each device. A browser sends a label of its " +
        "choice.",
    ),
  language: words.nullish().describe("Language code, such as `en`."),
  touchSupport: z.boolean().nullish().describe("Whether the device has a touch screen."),
  onlineStatus: z.boolean().nullish().describe("Whether the device considers itself online."),
});

/** Use of the app since the last report. */
export const Behavior = z.object({
  currentRoute: words.nullish().describe("Page of the app that is shown; 200 characters are kept."),
  clickCount: count.nullish().describe("Number of clicks and touches since the last report."),
  clickTargets: list(
    z.object({
      label: words.nullish().describe("Text of the clicked element."),
      tag: words.nullish().describe("Kind of the clicked element, such as `button`."),
    }),
    {
      max: 5_000,
    },
  )
    .nullish()
    .describe("Elements clicked since the last report; the first 50 are kept."),
  scrollDepthPct: z
    .number()
    .min(0)
    .max(100)
    .nullish()
    .describe("How far the page was scrolled, percent, 0 to 100."),
  visibilityChanges: count
    .nullish()
    .describe("Number of times the app went to the background or came back since the last report."),
  routeChanges: count.nullish().describe("Number of page changes since the last report."),
});

/** Feature → number of uses since the last report; the first 100 are stored. */
export const FeatureUsage = dictionary(amount, { max: 5_000 });

export const TelemetryEventType = z
  .enum(["session_start", "periodic", "on_demand"])
  .describe(
    "session_start: at launch; periodic: while a stream is open; on_demand: the " +
      "service asked for it.",
  );

/**
 * `requestId` comes from the event `telemetry_request`; a repeated report gets the same reply and
 * changes nothing. `payload.device` may be absent in `periodic` and `on_demand` once a device has
 * sent it.
 */
export const TelemetryReport = z.object({
  eventType: z
    .string()
    .meta({ enum: TelemetryEventType.options })
    .describe(
      "session_start: at launch; periodic: while a stream is open; on_demand: the " +
        "service asked for it.",
    ),
  requestId: z
    .string()
    .nullish()
    .describe(
      "Id from the event `telemetry_request`, for `on_demand`; a repeated report changes " +
        "nothing.",
    ),
  clientTs: z.iso
    .datetime({ offset: true })
    .describe("When the report was made, by the device's clock; ISO 8601 with zone."),
  payload: z
    .object({
      device: DeviceProfile.nullish().describe(
        "Properties of the device; required for `session_start`.",
      ),
      sessionDurationSecs: sessionCount
        .nullish()
        .describe(
          "Length of the session so far, seconds; starts at 0 and grows, the largest value " +
            "counts.",
        ),
      actionsPerMin: sessionAmount.nullish().describe("Actions of the learner per minute."),
      errorCount: sessionCount.nullish().describe("Number of errors in the session."),
      avgResponseTimeMs: sessionAmount.nullish().describe("Mean response time, milliseconds."),
      behavior: Behavior.nullish().describe("Use of the app since the last report."),
      featureUsage: FeatureUsage.nullish().describe(
        "Number of uses of each feature since the last report; the first 100 are kept.",
      ),
    })
    .describe("Content of the report; may be empty."),
});

const Throttled = z.object({
  received: z.literal(true).describe("Always true: the report was received."),
  throttled: z
    .literal(true)
    .describe("Always true: the report was discarded because too many were sent."),
});
export const Received = z.object({
  received: z.literal(true).describe("Always true: the report was received."),
});

export const sendTelemetry = endpoint({
  method: "POST",
  path: "/api/telemetry",
  summary: "Report telemetry; counts as a heartbeat of the device named by x-device-id.",
  access: "learner",
  stability: "internal",
  bucket: "telemetry",
  body: TelemetryReport,
  bodyMaxBytes: BODY_MAX_BYTES,
  replies: {
    200: enveloped(
      z.union([
        z.object({ id: z.string().describe("Id of the stored report, a UUID.") }),
        Throttled,
      ]),
    ),
  },
  errors: [
    "MISSING_DEVICE_ID",
    "INVALID_DEVICE_ID",
    "MISSING_OS",
    "MISSING_APP_VERSION",
    "INVALID_TELEMETRY",
    "MISSING_TIMEZONE",
    "MISSING_DEVICE_MODEL",
    "MISSING_LANGUAGE",
    "MISSING_DEVICE_FINGERPRINT",
    "DEVICE_NOT_REGISTERED",
    "DEVICE_OWNERSHIP_MISMATCH",
    "INVALID_PAYLOAD",
    "PAYLOAD_TOO_LARGE",
  ],
});

/** Strings of any content and length, all optional. */
const ErrorReport = z.object({
  message: z.string().nullish().describe("Description of the fault; 4 KB are kept of each text."),
  stack: z.string().nullish().describe("Stack trace of the program."),
  url: z.string().nullish().describe("URL of the page."),
  userAgent: z.string().nullish().describe("User agent of the browser."),
  componentStack: z.string().nullish().describe("Stack of the page's components."),
});

export const reportError = endpoint({
  method: "POST",
  path: "/api/telemetry/error",
  summary: "Report an app error; it is written to the service's log.",
  access: "none",
  stability: "internal",
  bucket: "error_reports",
  body: ErrorReport,
  bodyMaxBytes: BODY_MAX_BYTES,
  anyText: true,
  replies: { 200: enveloped(Received) },
  errors: ["PAYLOAD_TOO_LARGE"],
});
export type Behavior = z.infer<typeof Behavior>;
export type DeviceProfile = z.infer<typeof DeviceProfile>;
export type FeatureUsage = z.infer<typeof FeatureUsage>;
export type ErrorReport = z.infer<typeof ErrorReport>;
export type TelemetryEventType = z.infer<typeof TelemetryEventType>;
export type TelemetryReport = z.infer<typeof TelemetryReport>;

const counted = z.object({
  name: z.string().describe("Name of the item counted."),
  count: z.number().describe("Number of occurrences."),
});

/** One report of a device; null means not reported. */
export const TelemetryRecord = z.object({
  id: z.string().describe("Id of the report, a UUID."),
  deviceId: DeviceId,
  userId: LearnerId,
  eventType: TelemetryEventType.describe("Why it was sent."),
  requestId: z
    .string()
    .nullable()
    .describe("Id of the request it answers; null if no administrator requested it."),
  serverTs: Timestamp.describe("When it arrived."),
  deviceProfile: DeviceProfile.nullable().describe("Properties of the device; null if not sent."),
  sessionStats: z
    .object({
      sessionDurationSecs: z
        .number()
        .int()
        .nullable()
        .describe("Length of the session so far, seconds; null if not sent."),
      actionsPerMin: z.number().nullable().describe("Actions per minute; null if not sent."),
      errorCount: z
        .number()
        .int()
        .nullable()
        .describe("Number of errors in the session; null if not sent."),
      avgResponseTimeMs: z
        .number()
        .nullable()
        .describe("Mean response time, milliseconds; null if not sent."),
    })
    .describe("Metrics of the session."),
  behaviorSummary: Behavior.nullable().describe(
    "Use of the app since the previous report; null if not sent.",
  ),
  featureUsage: FeatureUsage.nullable().describe(
    "Number of uses of each feature since the previous report; null if not sent.",
  ),
});

/** Summary of all reports of a device. Averages cover the reports that have a value. */
export const TelemetrySummary = z.object({
  total: z.number().int().describe("Number of stored reports."),
  first_ts: Timestamp.nullable().describe(
    "When the first of them arrived; null if there are none.",
  ),
  last_ts: Timestamp.nullable().describe("When the last of them arrived; null if there are none."),
  by_event_type: z
    .array(
      z.object({
        event_type: TelemetryEventType.describe("Why they were sent."),
        count: z.number().int().describe("Number of reports of this kind."),
        avg_duration_secs: z
          .number()
          .nullable()
          .describe("Mean length of the session so far, seconds; null if no report has a value."),
        total_errors: z.number().describe("Total errors of these reports."),
        avg_actions_per_min: z
          .number()
          .nullable()
          .describe("Mean actions per minute; null if no report has a value."),
        avg_response_ms: z
          .number()
          .nullable()
          .describe("Mean response time, milliseconds; null if no report has a value."),
      }),
    )
    .describe("The reports by kind."),
  device_profile: DeviceProfile.nullable().describe(
    "The latest properties of the device; null if never sent.",
  ),
  feature_usage: z
    .array(counted)
    .describe("The 100 most used features, with their number of uses."),
  routes: z.array(counted).describe("The 50 most frequent pages, by number of reports."),
  click_targets: z
    .array(
      z.object({
        label: z.string().describe("Text of the clicked element."),
        tag: z.string().describe("Kind of the clicked element, such as `button`."),
        count: z.number().int().describe("Number of clicks."),
      }),
    )
    .describe("The 50 most clicked elements."),
  total_clicks: z.number().describe("Total clicks of all reports."),
  total_errors: z.number().describe("Total errors of all reports."),
  total_duration_secs: z
    .number()
    .describe("Sum of the longest reported duration of each session, seconds."),
  session_count: z
    .number()
    .int()
    .describe(
      "Number of sessions: one begins with `session_start`, or when the reported duration " +
        "decreases.",
    ),
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
        total: z.number().int().describe("Number of reports that match the filter."),
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
