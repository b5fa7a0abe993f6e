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
      "As the device named it: web, ios, android, macos, windows or linux, or another text.",
    ),
  userId: z
    .string()
    .nullable()
    .describe("Id of the learner who owns it; null until a learner signs in on the device."),
  appVersion: z.string().nullable().describe("Version of the app; null: never sent."),
  model: z
    .string()
    .nullable()
    .describe("Model of the device, as its telemetry named it; null: never sent."),
  country: z
    .string()
    .nullable()
    .describe("Country of its address; always null, because it is not looked up."),
  firstSeenAt: Timestamp.describe("Its first request."),
  lastSeenAt: Timestamp.describe("Its last request."),
  isBanned: z.boolean().describe("Whether requests of the device are refused."),
});

/** Which data a device or its learner sent within the last 15 minutes. */
export const DataChannels = z.object({
  amas: z.boolean().describe("Answers processed by the engine."),
  learning: z.boolean().describe("Learning activity."),
  telemetry: z.boolean().describe("Telemetry reports."),
});

const LiveClient = z.object({
  deviceId: DeviceId,
  platform: z.string().describe("As the device named it, such as `web`."),
  userId: z.string().describe("Id of the learner whose streams these are."),
  connectedSecs: z.number().int().describe("Seconds since the oldest of its open streams began."),
  connectionCount: z.number().int().describe("Open streams of the device."),
  isBanned: z.boolean().describe("Whether requests of the device are refused."),
  dataChannels: DataChannels.describe("What it or its learner sent within the last 15 minutes."),
  appVersion: z.string().nullable().describe("Version of the app; null: never sent."),
});

const RecentClient = ClientRow.pick({
  deviceId: true,
  platform: true,
  userId: true,
  lastSeenAt: true,
  isBanned: true,
  appVersion: true,
}).extend({
  dataChannels: DataChannels.describe("What it or its learner sent within the last 15 minutes."),
  riskFlag: z.boolean().describe("Whether it may belong to a banned learner."),
  riskRelatedDevice: z
    .string()
    .nullable()
    .describe("Id of the banned device because of which it is flagged; null: none."),
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
      "same_fingerprint, same_coarse_fingerprint (at the same address), same_owner, or " +
        "user_ban.",
    ),
  riskFlaggedAt: Timestamp.describe("When it was flagged."),
  riskRelatedDevice: z
    .string()
    .nullable()
    .describe("Id of the banned device because of which it is flagged; null: none."),
});

export const ClientDetail = ClientRow.extend({
  bannedAt: Timestamp.nullable().describe("When it was banned; null: it is not."),
  banReason: z
    .string()
    .nullable()
    .describe("As the administrator gave it; null: none, or not banned."),
  riskReason: z
    .string()
    .nullable()
    .describe(
      "Why it is flagged: same_fingerprint, same_coarse_fingerprint, same_owner or " +
        "user_ban; null: it is not.",
    ),
  riskFlaggedAt: Timestamp.nullable().describe("When it was flagged; null: it is not."),
  riskRelatedDevice: z
    .string()
    .nullable()
    .describe("Id of the banned device because of which it is flagged; null: none."),
  online: z.boolean().describe("Whether it has an open stream now."),
  connectionCount: z.number().int().describe("Open streams of the device."),
  telemetry: z
    .object({
      total: z.number().int().describe("Reports that are stored."),
      latest: TelemetryRecord.nullable().describe("The last of them; null without any."),
    })
    .describe("What it reported."),
});

export const listClients = endpoint({
  method: "GET",
  path: "/api/admin/clients",
  summary: "Devices with an open stream, and those seen in the last 15 minutes.",
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
  summary: "Registered devices, most recently seen first unless another order is asked for.",
  access: "admin",
  stability: "beta",
  query: PageQuery.extend({
    q: trimmed(0, 100)
      .optional()
      .describe("Part of device id, model, owner's id or address; at most 100 characters."),
    platform: trimmed(0, 32)
      .optional()
      .describe("Only devices of this platform, at most 32 characters."),
    recentMinutes: queryInteger(1, YEAR_IN_MINUTES)
      .optional()
      .describe("Only devices seen in so many minutes, 1 to 525600."),
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
              platform: z.string().describe("As the devices named it, such as `web`."),
              total: z.number().int().describe("Registered devices."),
              active7d: z.number().int().describe("Devices with a request in the last 7 days."),
              monthOverMonthPct: z
                .number()
                .describe("Growth of the total over the last 30 days, in percent."),
            }),
          )
          .describe("Platforms with a device."),
        versions: z
          .array(
            z.object({
              platform: z.string().describe("As the devices named it, such as `web`."),
              version: z.string().describe("Version of the app."),
              count: z.number().int().describe("Registered devices with it."),
            }),
          )
          .describe("Versions by platform."),
        policies: z
          .array(UpgradePolicy)
          .describe("What is required and suggested on each platform."),
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
  summary: "Request a telemetry report from a connected device; the report names this request.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        requestId: z.string().describe("Id of the request, a UUID; the report names it."),
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
    200: enveloped(z.object({ devices: z.array(ClientRow).describe("Most recently seen first.") })),
  },
  errors: ["NOT_FOUND"],
});
export type ClientRow = z.infer<typeof ClientRow>;
export type DataChannels = z.infer<typeof DataChannels>;
export type LiveClient = z.infer<typeof LiveClient>;
export type RecentClient = z.infer<typeof RecentClient>;
export type FlaggedClient = z.infer<typeof FlaggedClient>;
export type ClientDetail = z.infer<typeof ClientDetail>;
