import { z } from "zod";
import { endpoint, enveloped } from "../core/endpoint.ts";

export const Status = z.object({
  maintenanceMode: z.boolean().describe("Whether learners are locked out now."),
  version: z.string().describe("Release tag of the service, such as `v1.2.3`."),
  webTargetVersion: z
    .string()
    .nullable()
    .describe("Version to which the web app should update; null for no update."),
  webPwaSilentUpdate: z
    .boolean()
    .describe("Whether the web app may update silently, without asking."),
  forceUpgrade: z
    .boolean()
    .describe(
      "Whether the caller's app, according to `x-device-platform` and `x-app-version`, is too " +
        "old to use.",
    ),
  latestVersion: z
    .string()
    .nullable()
    .describe(
      "Newest version required or recommended for the caller's platform; null if there is " +
        "none.",
    ),
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
  query: z.object({
    deviceId: z.string().min(1).max(128).describe("Id of the device, 1 to 128 characters."),
  }),
  replies: {
    200: enveloped(
      z.object({
        banned: z.boolean().describe("Whether the service refuses requests from the device."),
      }),
    ),
  },
  errors: [],
});

export type Status = z.infer<typeof Status>;
