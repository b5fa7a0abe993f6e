import { z } from "zod";
import { AdminId, DeviceId, done, limitOf, Offset, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { anyJson, list } from "../core/sizes.ts";

const RESULT_BODY_MAX_BYTES = 320 * 1024;

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
 * Status of a request: `pending` waits for the device, `confirm_pending` for an administrator;
 * `offline` was never sent; `expired` was not confirmed in time.
 */
export const ProbeStatus = z
  .enum([
    "pending",
    "offline",
    "confirm_pending",
    "ok",
    "error",
    "timeout",
    "unsupported_ctx_version",
    "expired",
  ])
  .describe(
    "pending: waits for the device; confirm_pending: waits for an administrator; offline: " +
      "never sent; expired: not confirmed in time.",
  );

/** One script on one device. */
export const ProbeRow = z.object({
  id: z.string().describe("Id of the probe on this device, a UUID."),
  batchId: z.string().describe("Id of the batch it was issued with, a UUID."),
  deviceId: DeviceId,
  adminId: AdminId,
  scriptBody: z.string().describe("The script, at most 16 KB."),
  scriptSha256: z.string().describe("SHA-256 of the script, 64 hexadecimal digits."),
  hasCmdCall: z
    .boolean()
    .describe("Whether the script may call commands, which need a confirmation."),
  note: z
    .string()
    .nullable()
    .describe("Why it was issued, at most 1000 characters; null if no reason was given."),
  timeoutMs: z.number().int().describe("Time limit of the script, milliseconds, 100 to 10000."),
  status: ProbeStatus,
  dispatchedAt: Timestamp.describe(
    "When it was sent, or would have been if the device were online.",
  ),
  confirmedAt: Timestamp.nullable().describe(
    "When its commands were confirmed; null if they were not.",
  ),
  completedAt: Timestamp.nullable().describe(
    "When a result arrived or the service gave up; null if still open.",
  ),
  resultJson: z
    .string()
    .nullable()
    .describe(
      "The result as text; cut off if `truncated`, and then not valid JSON. Null if there is " +
        "none.",
    ),
  stderr: z.string().nullable().describe("Errors reported by the script; null if there are none."),
  durationMs: z
    .number()
    .int()
    .nullable()
    .describe("Duration of the script, milliseconds; null if there is no result yet."),
  truncated: z.boolean().describe("Whether the result was longer than 256 KB and was cut off."),
});

/** The service checks script, timeout and targets itself, with their own error codes. */
const ProbeDraft = z.object({
  targets: z
    .object({
      deviceIds: list(z.string(), {
        max: "LIMITS_MAX_BATCH_SIZE",
        tooMany: "PROBE_INVALID_TARGETS",
      })
        .nullish()
        .describe("Ids of devices."),
      allOnline: z
        .boolean()
        .nullish()
        .describe("Whether to include all devices with an open stream; default: false."),
    })
    .describe("Devices on which to run the script."),
  script: z.string().describe("The script, at most 16 KB."),
  timeoutMs: z
    .number()
    .nullish()
    .describe("Time limit of the script, milliseconds, 100 to 10000; default 3000."),
  note: trimmed(0, 1000).nullish().describe("Why it is issued, at most 1000 characters."),
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
        batchId: z.string().describe("Id of the batch, a UUID."),
        dispatched: z
          .array(
            z.object({
              deviceId: DeviceId,
              requestId: z.string().describe("Id of the probe on this device, a UUID."),
            }),
          )
          .describe("The devices it was sent to."),
        skippedOffline: z.array(z.string()).describe("Ids of devices without an open stream."),
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
    batchId: z.string().optional().describe("Only probes of this batch."),
    deviceId: z.string().optional().describe("Only probes on this device."),
    adminId: z
      .string()
      .optional()
      .describe("Only probes of this administrator; only super administrators may name another."),
    status: ProbeStatus.optional().describe("Only probes with this status."),
    limit: limitOf(200, 50),
    offset: Offset.default(0),
  }),
  replies: {
    200: enveloped(
      z.object({
        rows: z.array(ProbeRow).describe("The probes, newest first."),
        total: z.number().int().describe("Number of probes that match the filter."),
      }),
    ),
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
  body: z.object({
    deviceIdSuffix: z.string().describe("The last five characters of the device's id."),
  }),
  replies: { 200: enveloped(z.object({ confirmed: done })) },
  errors: ["PROBE_DISABLED", "NOT_FOUND", "PROBE_CONFIRM_EXPIRED", "PROBE_CONFIRM_SUFFIX_MISMATCH"],
});

const ProbeResult = z.object({
  requestId: z.string().describe("The request id from the event `probe_request`."),
  status: z
    .string()
    .meta({ enum: ProbeAnswer.options })
    .describe("Result of the run; confirm_required: the script wants to call commands."),
  resultJson: anyJson()
    .optional()
    .describe("Return value of the script: text or any JSON; at most 256 KB are stored."),
  stderr: z.string().nullish().describe("Errors reported by the script."),
  durationMs: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .describe("Duration of the script, milliseconds."),
  truncated: z
    .boolean()
    .nullish()
    .describe("Whether the device cut the result off; default: false."),
  confirmToken: z
    .string()
    .max(512)
    .nullish()
    .describe(
      "Token generated by the device for `confirm_required`, at most 512 characters; " +
        "`probe_confirm` returns it.",
    ),
});

export const sendProbeResult = endpoint({
  method: "POST",
  path: "/api/probe/results",
  summary: "Report the result of a script on the device named by the header x-device-id.",
  access: "learner",
  stability: "beta",
  body: ProbeResult,
  bodyMaxBytes: RESULT_BODY_MAX_BYTES,
  replies: { 200: enveloped(z.object({ ok: done })) },
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
