import { z } from "zod";
import { endpoint, enveloped } from "./endpoint.ts";

export const Status = z.object({
  maintenanceMode: z.boolean(),
  version: z.string(),
  /** Version to which the web app should update; null: no change. */
  webTargetVersion: z.string().nullable(),
  webPwaSilentUpdate: z.boolean(),
  /** Whether the caller's app is too old to be used. */
  forceUpgrade: z.boolean(),
  latestVersion: z.string().nullable(),
});

export const readStatus = endpoint({
  method: "GET",
  path: "/api/status",
  summary: "Service status and version information for clients at startup.",
  access: "none",
  bucket: "unlimited",
  replies: { 200: enveloped(Status) },
  errors: [],
});

export const readDeviceBan = endpoint({
  method: "GET",
  path: "/api/status/device-ban",
  summary: "Whether a device is banned.",
  access: "none",
  stability: "beta",
  bucket: "unlimited",
  query: z.object({ deviceId: z.string().min(1).max(128) }),
  replies: { 200: enveloped(z.object({ banned: z.boolean() })) },
  errors: [],
});

export type Status = z.infer<typeof Status>;
