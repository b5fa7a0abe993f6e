import { endpoint, stream } from "./endpoint.ts";

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
