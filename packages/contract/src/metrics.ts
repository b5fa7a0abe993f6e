import { endpoint, stream } from "./endpoint.ts";

export const readMetrics = endpoint({
  method: "GET",
  path: "/metrics",
  summary: "Figures for monitoring, to this machine itself, admins and holders of the token.",
  access: "none",
  stability: "beta",
  bucket: "unlimited",
  replies: { 200: stream("text/plain; version=0.0.4; charset=utf-8") },
  errors: ["AUTH_UNAUTHORIZED"],
});
