import { describe } from "vitest";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { metricsRoutes } from "./metrics.routes.ts";

const elsewhere = "203.0.113.7";
const stranger = { status: 401, body: { success: false, code: "AUTH_UNAUTHORIZED" } } as const;
const metrics = { status: 200, text: /^# HELP http_requests_total/m } as const;

/** Any of these shows that the peer is a proxy. */
const forwardedHeaders = [
  "Forwarded",
  "Via",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Prefix",
  "X-Forwarded-Proto",
  "X-Forwarded-Whatever",
  "X-Real-IP",
];

describe("GET /metrics", () => {
  scenarios(metricsRoutes, {
    "serves callers on this machine": {
      send: ["GET", "/metrics"],
      ...metrics,
      headers: { "Content-Type": /^text\/plain/ },
    },
    ...Object.fromEntries(
      forwardedHeaders.map((name) => [
        `does not treat a request with ${name} as local`,
        { send: ["GET", "/metrics", undefined, { [name]: elsewhere }], ...stranger } as const,
      ]),
    ),
    "refuses a stranger from elsewhere": {
      send: ["GET", "/metrics"],
      from: elsewhere,
      ...stranger,
    },
    "refuses a learner from elsewhere": {
      as: "learner",
      send: ["GET", "/metrics"],
      from: elsewhere,
      ...stranger,
    },
    "serves administrators from elsewhere": {
      as: "admin",
      send: ["GET", "/metrics"],
      from: elsewhere,
      ...metrics,
    },
    "serves holders of the metrics token from elsewhere": {
      settings: { METRICS_TOKEN: "a-token-for-the-scraper" },
      send: ["GET", "/metrics", undefined, { authorization: "Bearer a-token-for-the-scraper" }],
      from: elsewhere,
      ...metrics,
    },
  });
});
