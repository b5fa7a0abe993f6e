import { z } from "zod";
import { TelemetryRecord } from "../clients/telemetry.ts";
import { UpgradePolicy } from "../clients/upgrades.ts";
import {
  DeviceId,
  limitOf,
  paged,
  PageQuery,
  queryInteger,
  sortBy,
  Timestamp,
  trimmed,
} from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const YEAR_IN_MINUTES = 525_600;

/** A device as shown in lists. */
export const ClientRow = z.object({
  deviceId: DeviceId,
  platform: z
    .string()
    .describe(
      "Platform as sent by the device: web, ios, android, macos, windows, linux or another " +
        "text.",
    ),
  userId: z
    .string()
    .nullable()
    .describe("Id of the learner who owns it; null until a learner signs in on the device."),
  appVersion: z.string().nullable().describe("Version of the app; null if never sent."),
  model: z
    .string()
    .nullable()
    .describe("Model of the device, from its telemetry; null if never sent."),
  country: z
    .string()
    .nullable()
    .describe("Country of its IP address; always null, because it is not looked up."),
  firstSeenAt: Timestamp.describe("Time of its first request."),
  lastSeenAt: Timestamp.describe("Time of its last request."),
  isBanned: z.boolean().describe("Whether the service refuses requests from the device."),
});

/** Which kinds of data a device or its learner sent within the last 15 minutes. */
export const DataChannels = z.object({
  amas: z.boolean().describe("Answers processed by the engine."),
  learning: z.boolean().describe("Learning activity."),
  telemetry: z.boolean().describe("Telemetry reports."),
});

const LiveClient = z.object({
  deviceId: DeviceId,
  platform: z.string().describe("Platform as sent by the device, such as `web`."),
  userId: z.string().describe("Id of the learner who opened these streams."),
  connectedSecs: z
    .number()
    .int()
    .describe("Seconds since the oldest of its open streams was opened."),
  connectionCount: z.number().int().describe("Number of open streams of the device."),
  isBanned: z.boolean().describe("Whether the service refuses requests from the device."),
  dataChannels: DataChannels.describe(
    "Data that the device or its learner sent within the last 15 minutes.",
  ),
  appVersion: z.string().nullable().describe("Version of the app; null if never sent."),
});

const RecentClient = ClientRow.pick({
  deviceId: true,
  platform: true,
  userId: true,
  lastSeenAt: true,
  isBanned: true,
  appVersion: true,
}).extend({
  dataChannels: DataChannels.describe(
    "Data that the device or its learner sent within the last 15 minutes.",
  ),
  riskFlag: z.boolean().describe("Whether the device may belong to a banned learner."),
  riskRelatedDevice: z
    .string()
    .nullable()
    .describe("Id of the banned device that caused the flag; null if there is none."),
});

/** A device that may belong to a banned learner. */
export const FlaggedClient = ClientRow.pick({
  deviceId: true,
  platform: true,
  userId: true,
  lastSeenAt: true,
  isBanned: true,
  appVersion: true,
}).extend({
  riskReason: z
    .string()
    .describe(
      "Reason for the flag: same_fingerprint, same_coarse_fingerprint (at the same address), " +
        "same_owner or user_ban.",
    ),
  riskFlaggedAt: Timestamp.describe("When it was flagged."),
  riskRelatedDevice: z
    .string()
    .nullable()
    .describe("Id of the banned device that caused the flag; null if there is none."),
});

export const ClientDetail = ClientRow.extend({
  bannedAt: Timestamp.nullable().describe("When the device was banned; null if it is not."),
  banReason: z
    .string()
    .nullable()
    .describe(
      "Reason given by the administrator; null if none was given or the device is not banned.",
    ),
  riskReason: z
    .string()
    .nullable()
    .describe(
      "Reason for the flag: same_fingerprint, same_coarse_fingerprint, same_owner or " +
        "user_ban; null if it is not flagged.",
    ),
  riskFlaggedAt: Timestamp.nullable().describe("When the device was flagged; null if it is not."),
  riskRelatedDevice: z
    .string()
    .nullable()
    .describe("Id of the banned device that caused the flag; null if there is none."),
  online: z.boolean().describe("Whether the device has an open stream now."),
  connectionCount: z.number().int().describe("Number of open streams of the device."),
  telemetry: z
    .object({
      total: z.number().int().describe("Number of stored reports."),
      latest: TelemetryRecord.nullable().describe("The latest report; null if there is none."),
    })
    .describe("Telemetry reports of the device."),
});

export const listClients = endpoint({
  method: "GET",
  path: "/api/admin/clients",
  summary: "Devices with an open stream, and devices seen in the last 15 minutes.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        sseLive: z.array(LiveClient).describe("Devices with an open stream."),
        recentlyActive: z
          .array(RecentClient)
          .describe("Devices with a request in the last 15 minutes, most recent first."),
      }),
    ),
  },
  errors: [],
});

export const pageClients = endpoint({
  method: "GET",
  path: "/api/admin/clients/paginated",
  summary: "Registered devices, by default most recently seen first.",
  access: "admin",
  stability: "beta",
  query: PageQuery.extend({
    q: trimmed(0, 100)
      .optional()
      .describe(
        "Part of the device id, the model, or the owner's id or address; at most 100 characters.",
      ),
    platform: trimmed(0, 32)
      .optional()
      .describe("Only devices of this platform, at most 32 characters."),
    recentMinutes: queryInteger(1, YEAR_IN_MINUTES)
      .optional()
      .describe("Only devices seen within this many minutes, 1 to 525600."),
    sort: sortBy(["lastSeenAt", "firstSeenAt"], "-lastSeenAt"),
  }),
  replies: { 200: enveloped(paged(ClientRow)) },
  errors: [],
});

export const readClientDistribution = endpoint({
  method: "GET",
  path: "/api/admin/clients/distribution",
  summary: "Number of devices by platform and version.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        platforms: z
          .array(
            z.object({
              platform: z.string().describe("Platform as sent by the devices, such as `web`."),
              total: z.number().int().describe("Number of registered devices."),
              active7d: z
                .number()
                .int()
                .describe("Number of devices with a request in the last 7 days."),
              monthOverMonthPct: z
                .number()
                .describe("Growth of the total over the last 30 days, percent."),
              total30dAgo: z.number().int().describe("Number of devices registered 30 days ago."),
            }),
          )
          .describe("Platforms with at least one device."),
        versions: z
          .array(
            z.object({
              platform: z.string().describe("Platform as sent by the devices, such as `web`."),
              version: z.string().describe("Version of the app."),
              count: z.number().int().describe("Number of registered devices with this version."),
            }),
          )
          .describe("Versions by platform."),
        policies: z
          .array(UpgradePolicy)
          .describe("Versions required and recommended on each platform."),
      }),
    ),
  },
  errors: [],
});

export const listFlaggedClients = endpoint({
  method: "GET",
  path: "/api/admin/clients/flagged",
  summary: "Devices flagged by bans, newest flag first, at most 200.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({ flagged: z.array(FlaggedClient).describe("The devices, newest flag first.") }),
    ),
  },
  errors: [],
});

export const readClient = endpoint({
  method: "GET",
  path: "/api/admin/clients/:id",
  summary: "One device.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(ClientDetail) },
  errors: ["NOT_FOUND"],
});
export const requestClientTelemetry = endpoint({
  method: "POST",
  path: "/api/admin/clients/:id/request-telemetry",
  summary:
    "Request a telemetry report from a connected device; the report carries the id of the " +
    "request.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        requestId: z.string().describe("Id of the request, a UUID; the report carries it."),
      }),
    ),
  },
  errors: ["NOT_FOUND", "DEVICE_OFFLINE", "DEVICE_OWNER_UNKNOWN"],
});

export const listUserDevices = endpoint({
  method: "GET",
  path: "/api/admin/users/:id/devices",
  summary: "Devices of a learner, most recently seen first.",
  access: "admin",
  stability: "beta",
  query: z.object({ limit: limitOf(200, 50) }),
  replies: {
    200: enveloped(
      z.object({ devices: z.array(ClientRow).describe("The devices, most recently seen first.") }),
    ),
  },
  errors: ["NOT_FOUND"],
});
export type ClientRow = z.infer<typeof ClientRow>;
export type DataChannels = z.infer<typeof DataChannels>;
export type LiveClient = z.infer<typeof LiveClient>;
export type RecentClient = z.infer<typeof RecentClient>;
export type FlaggedClient = z.infer<typeof FlaggedClient>;
export type ClientDetail = z.infer<typeof ClientDetail>;
