import { z } from "zod";
import { endpoint, enveloped } from "./endpoint.ts";
import { dictionary, list } from "./sizes.ts";

const BODY_MAX_BYTES = 64 * 1024;
/** Larger than any real value; sums of such numbers are still exact. */
const COUNT_MAX = 1_000_000_000;

/** Text about the client; the first 200 characters are stored. */
const words = z.string();
const count = z.number().int().min(0).max(COUNT_MAX);
const amount = z.number().min(0).max(COUNT_MAX);
/** Metric of a session; the service refuses negative values with a separate error code. */
const sessionCount = z.number().int().max(COUNT_MAX);
const sessionAmount = z.number().max(COUNT_MAX);

/** Properties and capabilities of a device. */
export const DeviceProfile = z.object({
  cpuCores: count.nullish(),
  memoryGb: amount.nullish(),
  /** Pixels. */
  screenWidth: count.nullish(),
  screenHeight: count.nullish(),
  pixelRatio: amount.nullish(),
  osName: words.nullish(),
  browserName: words.nullish(),
  browserVersion: words.nullish(),
  /** IANA name; required. */
  timezone: words.nullish(),
  /** Required; a browser sends a label of its choice. */
  model: words.nullish(),
  language: words.nullish(),
  touchSupport: z.boolean().nullish(),
  onlineStatus: z.boolean().nullish(),
});

/** Use of the app since the last report. */
export const Behavior = z.object({
  currentRoute: words.nullish(),
  clickCount: count.nullish(),
  /** The first 50 are stored. */
  clickTargets: list(z.object({ label: words.nullish(), tag: words.nullish() }), {
    max: 5_000,
  }).nullish(),
  scrollDepthPct: z.number().min(0).max(100).nullish(),
  visibilityChanges: count.nullish(),
  routeChanges: count.nullish(),
});

/** Feature → number of uses since the last report; the first 100 are stored. */
export const FeatureUsage = dictionary(amount, { max: 5_000 });

export const TelemetryEventType = z.enum(["session_start", "periodic", "on_demand"]);

/**
 * `requestId` comes from the event `telemetry_request`; a repeated one gets the same reply and
 * changes nothing. `payload.device` may be absent in `periodic` and `on_demand` once a device has
 * sent it.
 */
export const TelemetryReport = z.object({
  /** Checked by the service, which has a separate error code for other values. */
  eventType: z.string().meta({ enum: TelemetryEventType.options }),
  requestId: z.string().nullish(),
  clientTs: z.iso.datetime({ offset: true }),
  payload: z.object({
    device: DeviceProfile.nullish(),
    /** Grows from 0 within a session; the largest value counts. */
    sessionDurationSecs: sessionCount.nullish(),
    actionsPerMin: sessionAmount.nullish(),
    errorCount: sessionCount.nullish(),
    avgResponseTimeMs: sessionAmount.nullish(),
    behavior: Behavior.nullish(),
    featureUsage: FeatureUsage.nullish(),
  }),
});

const Throttled = z.object({ received: z.literal(true), throttled: z.literal(true) });
export const Received = z.object({ received: z.literal(true) });

export const sendTelemetry = endpoint({
  method: "POST",
  path: "/api/telemetry",
  summary: "Report telemetry; counts as a heartbeat of the device named by x-device-id.",
  access: "learner",
  stability: "internal",
  bucket: "telemetry",
  body: TelemetryReport,
  bodyMaxBytes: BODY_MAX_BYTES,
  replies: { 200: enveloped(z.union([z.object({ id: z.string() }), Throttled])) },
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

/** Strings of any content and length; all are optional. */
const ErrorReport = z.object({
  message: z.string().nullish(),
  stack: z.string().nullish(),
  url: z.string().nullish(),
  userAgent: z.string().nullish(),
  componentStack: z.string().nullish(),
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

export const PackOutcome = z.enum([
  "installed",
  "verify_failed",
  "rollback",
  "download_failed",
  "apply_failed",
]);

const PackInstall = z.object({
  packId: z.string().trim().min(1).max(128),
  version: z.string().trim().min(1).max(64),
  outcome: PackOutcome,
  appVersion: z.string().trim().max(64).nullish(),
});

export const reportPackInstall = endpoint({
  method: "POST",
  path: "/api/telemetry/resource-pack-install",
  summary: "Report the installation of a resource pack on the device in x-device-id, if any.",
  access: "learner",
  stability: "internal",
  body: PackInstall,
  bodyMaxBytes: BODY_MAX_BYTES,
  replies: { 200: enveloped(Received) },
  errors: ["INVALID_DEVICE_ID", "PAYLOAD_TOO_LARGE"],
});

export type Behavior = z.infer<typeof Behavior>;
export type DeviceProfile = z.infer<typeof DeviceProfile>;
export type FeatureUsage = z.infer<typeof FeatureUsage>;
export type ErrorReport = z.infer<typeof ErrorReport>;
export type PackInstall = z.infer<typeof PackInstall>;
export type PackOutcome = z.infer<typeof PackOutcome>;
export type TelemetryEventType = z.infer<typeof TelemetryEventType>;
export type TelemetryReport = z.infer<typeof TelemetryReport>;
