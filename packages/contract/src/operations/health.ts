import { z } from "zod";
import { bare, endpoint, stream } from "../core/endpoint.ts";
import { healthSentences } from "../core/operator-sentences.ts";
import { sentenceObject } from "../core/sentences.ts";

/** A reason by code. */
export const HealthReason = sentenceObject(healthSentences);

const reasonDetails = z
  .array(HealthReason)
  .optional()
  .describe("The same as `reasons`, in the same order, by code; absent likewise.");

/** Health of the service. Field names follow the conventions of monitoring tools. */
export const Health = z.object({
  status: z
    .enum(["ok", "degraded", "down"])
    .describe(
      "ok; degraded: the service works but needs attention; down: the database is " +
        "unreachable, or nothing can be stored, as on a full disk.",
    ),
  version: z.string().describe("Release tag of this build, such as `v1.2.3`."),
  uptime_seconds: z.number().int().describe("Seconds since the process started."),
  error_rate: z
    .number()
    .describe(
      "Share of replies with a 5xx status over five minutes, 0 to 1, excluding deliberate " +
        "refusals such as MAINTENANCE; 0 without requests.",
    ),
  reasons: z
    .array(z.string())
    .optional()
    .describe("Why the status is not ok, in English; absent if it is."),
  reasonDetails,
});

export const Readiness = z.object({
  status: z
    .enum(["ok", "down"])
    .describe(
      "ok: the process accepts requests; down: it does not accept them yet, or no longer does.",
    ),
  reasons: z
    .array(z.string())
    .optional()
    .describe("What is missing, in English; absent if nothing is."),
  reasonDetails,
});

/** JSON, or an HTML page if `Accept` prefers `text/html` to JSON. */
export const readHealthPanel = endpoint({
  method: "GET",
  path: "/health",
  summary: "Health of the service, as JSON or as a page.",
  access: "none",
  bucket: "unlimited",
  replies: {
    200: stream("application/json", "text/html"),
    503: stream("application/json", "text/html"),
  },
  errors: [],
});

export const readHealth = endpoint({
  method: "GET",
  path: "/api/health",
  summary: "Health of the service.",
  access: "none",
  bucket: "unlimited",
  replies: { 200: bare(Health), 503: bare(Health) },
  errors: [],
});

export const readLiveness = endpoint({
  method: "GET",
  path: "/health/live",
  summary: "Liveness: answers while the process runs, without checks.",
  access: "none",
  bucket: "unlimited",
  replies: {
    200: bare(z.object({ status: z.literal("ok").describe("Always ok: the process is running.") })),
  },
  errors: [],
});

export const readReadiness = endpoint({
  method: "GET",
  path: "/health/ready",
  summary: "Readiness to serve requests: database, schema, workers.",
  access: "none",
  bucket: "unlimited",
  replies: { 200: bare(Readiness), 503: bare(Readiness) },
  errors: [],
});

export const readDatabaseHealth = endpoint({
  method: "GET",
  path: "/health/database",
  summary: "Whether the database answers, and its latency.",
  access: "admin",
  stability: "beta",
  bucket: "unlimited",
  replies: {
    200: bare(
      z.object({
        healthy: z.boolean().describe("Whether the database answers."),
        latencyUs: z.number().int().describe("Latency of the check, microseconds."),
        consecutiveFailures: z
          .number()
          .int()
          .describe("Number of consecutive failed checks; 0 if the database answers."),
      }),
    ),
  },
  errors: [],
});

export type Health = z.infer<typeof Health>;
export type HealthReason = z.infer<typeof HealthReason>;
export type Readiness = z.infer<typeof Readiness>;

export const readMetrics = endpoint({
  method: "GET",
  path: "/metrics",
  summary: "Prometheus metrics, for this machine, administrators and holders of the metrics token.",
  access: "none",
  stability: "beta",
  bucket: "unlimited",
  scope: "read",
  replies: { 200: stream("text/plain; version=0.0.4; charset=utf-8") },
  errors: ["AUTH_UNAUTHORIZED"],
});

export const readOpenApi = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  summary: "This API as an OpenAPI 3.1 document.",
  access: "none",
  stability: "beta",
  replies: {
    200: bare(z.looseObject({ openapi: z.string().describe("Version of the format: 3.1.0.") })),
  },
  errors: [],
});
