import { z } from "zod";
import { Timestamp, clampedInteger, trimmed } from "./common.ts";
import { endpoint, enveloped, stream } from "./endpoint.ts";
import { anyJson, list } from "./sizes.ts";

const RESULT_BODY_MAX_BYTES = 320 * 1024;
const OFFSET_MAX = 1_000_000_000;

/** Version of the scripts' context; results of different versions are not comparable. */
export const PROBE_CTX_VERSION = 1;

/** Results that a device can report. */
export const ProbeAnswer = z.enum([
  "ok",
  "error",
  "timeout",
  "confirm_required",
  "unsupported_ctx_version",
]);

/**
 * Status of a request: `pending` waits for the device, `confirm_pending` for an administrator,
 * `offline` was never sent, `expired` was not confirmed in time.
 */
export const ProbeStatus = z.enum([
  "pending",
  "offline",
  "confirm_pending",
  "ok",
  "error",
  "timeout",
  "unsupported_ctx_version",
  "expired",
]);

/** One script on one device. */
export const ProbeRow = z.object({
  id: z.string(),
  batchId: z.string(),
  deviceId: z.string(),
  adminId: z.string(),
  scriptBody: z.string(),
  scriptSha256: z.string(),
  /** Whether the script may call commands, which need a confirmation. */
  hasCmdCall: z.boolean(),
  note: z.string().nullable(),
  timeoutMs: z.number().int(),
  status: ProbeStatus,
  dispatchedAt: Timestamp,
  confirmedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  /** As text; cut off if `truncated`, and then not valid JSON. */
  resultJson: z.string().nullable(),
  stderr: z.string().nullable(),
  durationMs: z.number().int().nullable(),
  truncated: z.boolean(),
});

/** Script, timeout and targets are checked by the service, with separate error codes. */
const ProbeDraft = z.object({
  targets: z.object({
    deviceIds: list(z.string(), {
      max: "LIMITS_MAX_BATCH_SIZE",
      tooMany: "PROBE_INVALID_TARGETS",
    }).nullish(),
    allOnline: z.boolean().nullish(),
  }),
  /** At most 16 KB. */
  script: z.string(),
  /** Milliseconds, 100 to 10000. */
  timeoutMs: z.number().nullish(),
  note: trimmed(0, 1000).nullish(),
});

export const issueProbe = endpoint({
  method: "POST",
  path: "/api/admin/probe",
  summary: "Run a script on online devices.",
  access: "super",
  stability: "beta",
  scope: "none",
  bucket: "probe",
  body: ProbeDraft,
  replies: {
    200: enveloped(
      z.object({
        batchId: z.string(),
        dispatched: z.array(z.object({ deviceId: z.string(), requestId: z.string() })),
        skippedOffline: z.array(z.string()),
      }),
    ),
  },
  errors: [
    "PROBE_DISABLED",
    "PROBE_SCRIPT_EMPTY",
    "PROBE_SCRIPT_TOO_LARGE",
    "PROBE_TIMEOUT_OUT_OF_RANGE",
    "PROBE_INVALID_TARGETS",
    "RATE_LIMITED",
  ],
});

export const listProbes = endpoint({
  method: "GET",
  path: "/api/admin/probe",
  summary: "The caller's probes, or everyone's for a super administrator; newest first.",
  access: "admin",
  stability: "beta",
  scope: "none",
  query: z.object({
    batchId: z.string().optional(),
    deviceId: z.string().optional(),
    adminId: z.string().optional(),
    status: ProbeStatus.optional(),
    limit: clampedInteger(1, 200, 50),
    offset: clampedInteger(0, OFFSET_MAX, 0),
  }),
  replies: {
    200: enveloped(z.object({ rows: z.array(ProbeRow), total: z.number().int() })),
  },
  errors: ["PROBE_DISABLED"],
});

export const readProbe = endpoint({
  method: "GET",
  path: "/api/admin/probe/by-id/:requestId",
  summary: "One of the caller's probes, or anyone's for a super administrator.",
  access: "admin",
  stability: "beta",
  scope: "none",
  replies: { 200: enveloped(ProbeRow) },
  errors: ["PROBE_DISABLED", "NOT_FOUND"],
});

/**
 * Events: `result` with a row whenever a device answered or timed out, then `completed` with
 * `{received, expected}`, after which the stream ends. A new stream starts from the beginning.
 */
export const followProbes = endpoint({
  method: "GET",
  path: "/api/admin/probe/:batchId/stream",
  summary: "Stream the results of a batch as server-sent events.",
  access: "admin",
  stability: "beta",
  scope: "none",
  replies: { 200: stream("text/event-stream") },
  errors: ["PROBE_DISABLED", "NOT_FOUND", "RATE_LIMITED"],
});

export const confirmProbe = endpoint({
  method: "POST",
  path: "/api/admin/probe/:requestId/confirm",
  summary: "Confirm a script that calls commands, by the last characters of the device id.",
  access: "super",
  stability: "beta",
  scope: "none",
  body: z.object({ deviceIdSuffix: z.string() }),
  replies: { 200: enveloped(z.object({ confirmed: z.literal(true) })) },
  errors: ["PROBE_DISABLED", "NOT_FOUND", "PROBE_CONFIRM_EXPIRED", "PROBE_CONFIRM_SUFFIX_MISMATCH"],
});

const ProbeResult = z.object({
  requestId: z.string(),
  /** Checked by the service, which has a separate error code for other values. */
  status: z.string().meta({ enum: ProbeAnswer.options }),
  /** Text or any JSON; at most 256 KB are stored. */
  resultJson: anyJson().optional(),
  stderr: z.string().nullish(),
  durationMs: z.number().min(0).max(1_000_000_000),
  truncated: z.boolean().nullish(),
  /** Created by the device and returned to it with the confirmation. */
  confirmToken: z.string().max(512).nullish(),
});

export const sendProbeResult = endpoint({
  method: "POST",
  path: "/api/probe/results",
  summary: "Report the result of a script on the device named by the header x-device-id.",
  access: "learner",
  stability: "beta",
  body: ProbeResult,
  bodyMaxBytes: RESULT_BODY_MAX_BYTES,
  replies: { 200: enveloped(z.object({ ok: z.literal(true) })) },
  errors: [
    "PROBE_DISABLED",
    "MISSING_DEVICE_ID",
    "INVALID_PROBE_STATUS",
    "PROBE_CONFIRM_TOKEN_MISSING",
    "DEVICE_NOT_REGISTERED",
    "DEVICE_OWNERSHIP_MISMATCH",
    "NOT_FOUND",
    "FORBIDDEN",
    "PROBE_ALREADY_COMPLETED",
    "PROBE_ALREADY_PENDING_CONFIRM",
    "PAYLOAD_TOO_LARGE",
  ],
});

export type ProbeAnswer = z.infer<typeof ProbeAnswer>;
export type ProbeDraft = z.infer<typeof ProbeDraft>;
export type ProbeResult = z.infer<typeof ProbeResult>;
export type ProbeRow = z.infer<typeof ProbeRow>;
export type ProbeStatus = z.infer<typeof ProbeStatus>;
