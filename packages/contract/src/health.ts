import { z } from "zod";
import { bare, endpoint, stream } from "./endpoint.ts";

/** Health of the service. Field names follow the conventions of monitoring tools. */
export const Health = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  version: z.string(),
  uptime_seconds: z.number().int(),
  /**
   * Share of replies with a 5xx status over five minutes, without deliberate refusals such as
   * MAINTENANCE; 0 when there were no requests.
   */
  error_rate: z.number(),
  reasons: z.array(z.string()).optional(),
});

export const Readiness = z.object({
  status: z.enum(["ok", "down"]),
  reasons: z.array(z.string()).optional(),
});

/** JSON, or an HTML page if `Accept` prefers `text/html` to JSON. */
export const readHealthPanel = endpoint({
  method: "GET",
  path: "/health",
  summary: "Health of the service, as JSON or as a page.",
  access: "none",
  bucket: "unlimited",
  replies: { 200: stream("application/json"), 503: stream("application/json") },
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
  replies: { 200: bare(z.object({ status: z.literal("ok") })) },
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
        healthy: z.boolean(),
        latencyUs: z.number().int(),
        consecutiveFailures: z.number().int(),
      }),
    ),
  },
  errors: [],
});

export type Health = z.infer<typeof Health>;
export type Readiness = z.infer<typeof Readiness>;
