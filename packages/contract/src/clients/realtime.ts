import { z } from "zod";
import { endpoint, stream } from "../core/endpoint.ts";

/** For clients that cannot set headers on a stream; headers take precedence. */
const DeviceQuery = z.object({
  deviceId: z
    .string()
    .max(128)
    .optional()
    .describe(
      "Id of the device, for clients that cannot send `x-device-id`; at most 128 characters.",
    ),
  platform: z
    .string()
    .max(32)
    .optional()
    .describe(
      "Platform of the device, for clients that cannot send `x-device-platform`; at " +
        "most 32 characters.",
    ),
});

export const followEvents = endpoint({
  method: "GET",
  path: "/api/realtime/events",
  summary: "Stream events as server-sent events; resume with Last-Event-ID.",
  access: "learner",
  query: DeviceQuery,
  replies: { 200: stream("text/event-stream") },
  errors: ["RATE_LIMITED", "UNAVAILABLE"],
});

export const followAdminEvents = endpoint({
  method: "GET",
  path: "/api/admin/realtime/events",
  summary: "Stream events for administrators as server-sent events.",
  access: "admin",
  stability: "beta",
  replies: { 200: stream("text/event-stream") },
  errors: ["RATE_LIMITED", "UNAVAILABLE"],
});
