import { z } from "zod";
import { endpoint, enveloped } from "../core/endpoint.ts";

/** Windows of the request statistics. */
export const RequestWindow = z.enum(["15m", "1h", "6h", "24h", "7d"]).describe("How far back.");

const Count = z.number().int().min(0);
const Latency = z
  .number()
  .min(0)
  .nullable()
  .describe("Milliseconds, at most a tenth off; null without requests.");

export const RequestPoint = z.object({
  ts: z.number().int().describe("Start of the bucket, unix milliseconds."),
  total: Count.describe("Answered requests."),
  errors4xx: Count.describe("Those refused with a 4xx."),
  errors5xx: Count.describe(
    "Those that failed with a 5xx; without refusals that an operator decided, such as maintenance.",
  ),
  p50Ms: Latency,
  p95Ms: Latency,
  p99Ms: Latency,
});

export const RequestStats = z.object({
  window: RequestWindow,
  points: z
    .array(RequestPoint)
    .describe("Oldest first, without gaps; buckets of 15 s, 1 min, 5 min, 15 min or 2 h."),
  routes: z
    .array(
      z.object({
        route: z.string().describe("Method and path of the contract."),
        count: Count.describe("Answered requests in the window."),
        p95Ms: Latency,
        errorRate: z.number().min(0).max(1).describe("Share of them that failed with a 5xx."),
      }),
    )
    .describe("Routes that were called in the window, the busiest first, at most 200."),
});

export const readRequestStats = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/requests",
  summary:
    "Requests and their latency over time and by route, of all processes; the current minute is " +
    "that of the answering process.",
  access: "admin",
  stability: "beta",
  query: z.object({
    window: RequestWindow.default("1h").describe(
      "How far back; decides the buckets: 15 s, 1 min, 5 min, 15 min, 2 h.",
    ),
  }),
  replies: { 200: enveloped(RequestStats) },
  errors: [],
});

export type RequestPoint = z.infer<typeof RequestPoint>;
export type RequestStats = z.infer<typeof RequestStats>;
export type RequestWindow = z.infer<typeof RequestWindow>;
