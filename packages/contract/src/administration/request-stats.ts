import { z } from "zod";
import { endpoint, enveloped } from "../core/endpoint.ts";

/** Windows of the request statistics. */
export const RequestWindow = z
  .enum(["15m", "1h", "6h", "24h", "7d"])
  .describe("Length of the window up to now.");

const Count = z.number().int().min(0);
const Latency = z
  .number()
  .min(0)
  .nullable()
  .describe("Milliseconds, accurate to a tenth; null if there are no requests.");

export const RequestPoint = z.object({
  ts: z.number().int().describe("Start of the bucket, Unix time in milliseconds."),
  total: Count.describe("Number of answered requests."),
  errors4xx: Count.describe("Number of requests refused with a 4xx."),
  errors5xx: Count.describe(
    "Number of requests that failed with a 5xx, excluding refusals that an operator decided, " +
      "such as maintenance.",
  ),
  p50Ms: Latency,
  p95Ms: Latency,
  p99Ms: Latency,
});

export const RequestStats = z.object({
  window: RequestWindow,
  points: z
    .array(RequestPoint)
    .describe("Buckets of 15 s, 1 min, 5 min, 15 min or 2 h, oldest first, without gaps."),
  routes: z
    .array(
      z.object({
        route: z.string().describe("Method and path as in the contract."),
        count: Count.describe("Number of answered requests in the window."),
        p95Ms: Latency,
        errorRate: z
          .number()
          .min(0)
          .max(1)
          .describe("Share of requests that failed with a 5xx, 0 to 1."),
      }),
    )
    .describe("Routes called in the window, busiest first, at most 200."),
});

export const readRequestStats = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/requests",
  summary:
    "Requests and their latency over time and by route, over all processes; the current " +
    "minute covers only the answering process.",
  access: "admin",
  stability: "beta",
  query: z.object({
    window: RequestWindow.default("1h").describe(
      "Length of the window up to now; determines the buckets: 15 s, 1 min, 5 min, 15 min, 2 " +
        "h.",
    ),
  }),
  replies: { 200: enveloped(RequestStats) },
  errors: [],
});

export type RequestPoint = z.infer<typeof RequestPoint>;
export type RequestStats = z.infer<typeof RequestStats>;
export type RequestWindow = z.infer<typeof RequestWindow>;
