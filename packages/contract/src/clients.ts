import { z } from "zod";
import { PageQuery, Timestamp, clampedInteger, paged, queryInteger, trimmed } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { TelemetryRecord } from "./telemetry-reports.ts";
import { UpgradePolicy } from "./upgrades.ts";

const YEAR_IN_MINUTES = 525_600;

/** A device as shown in lists. */
export const ClientRow = z.object({
  deviceId: z.string(),
  platform: z.string(),
  /** The owner; null until a learner signs in on the device. */
  userId: z.string().nullable(),
  appVersion: z.string().nullable(),
  model: z.string().nullable(),
  country: z.string().nullable(),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  isBanned: z.boolean(),
});

/** Which data a device or its learner sent within the last 15 minutes. */
export const DataChannels = z.object({
  /** Answers processed by the engine. */
  amas: z.boolean(),
  /** Learning activity. */
  learning: z.boolean(),
  /** Telemetry reports. */
  telemetry: z.boolean(),
});

const LiveClient = z.object({
  deviceId: z.string(),
  platform: z.string(),
  userId: z.string(),
  connectedSecs: z.number().int(),
  connectionCount: z.number().int(),
  isBanned: z.boolean(),
  dataChannels: DataChannels,
  appVersion: z.string().nullable(),
});

const RecentClient = ClientRow.pick({
  deviceId: true,
  platform: true,
  userId: true,
  lastSeenAt: true,
  isBanned: true,
  appVersion: true,
}).extend({
  dataChannels: DataChannels,
  riskFlag: z.boolean(),
  riskRelatedDevice: z.string().nullable(),
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
  /** same_fingerprint, same_coarse_fingerprint (at the same address), same_owner, user_ban. */
  riskReason: z.string(),
  riskFlaggedAt: Timestamp,
  riskRelatedDevice: z.string().nullable(),
});

export const ClientDetail = ClientRow.extend({
  bannedAt: Timestamp.nullable(),
  banReason: z.string().nullable(),
  riskReason: z.string().nullable(),
  riskFlaggedAt: Timestamp.nullable(),
  riskRelatedDevice: z.string().nullable(),
  online: z.boolean(),
  connectionCount: z.number().int(),
  telemetry: z.object({ total: z.number().int(), latest: TelemetryRecord.nullable() }),
});

export const ClientBan = z.object({
  banned: z.literal(true),
  deviceId: z.string(),
  flaggedRelated: z.number().int(),
  flaggedDeviceIds: z.array(z.string()),
});

const BanDraft = z.object({ reason: trimmed(0, 500).nullish() }).meta({ id: "DeviceBanDraft" });

export const listClients = endpoint({
  method: "GET",
  path: "/api/admin/clients",
  summary: "Devices with an open stream, and those seen in the last 15 minutes.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({ sseLive: z.array(LiveClient), recentlyActive: z.array(RecentClient) }),
    ),
  },
  errors: [],
});

export const pageClients = endpoint({
  method: "GET",
  path: "/api/admin/clients/paginated",
  summary: "Registered devices, most recently seen first.",
  access: "admin",
  stability: "beta",
  query: PageQuery.extend({
    /** Searches in device id, model, owner's id and address. */
    q: trimmed(0, 100).optional(),
    platform: trimmed(0, 32).optional(),
    recentMinutes: queryInteger(1, YEAR_IN_MINUTES).optional(),
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
        platforms: z.array(
          z.object({
            platform: z.string(),
            total: z.number().int(),
            active7d: z.number().int(),
            /** Growth of the total over the last 30 days, in percent. */
            monthOverMonthPct: z.number(),
          }),
        ),
        versions: z.array(
          z.object({ platform: z.string(), version: z.string(), count: z.number().int() }),
        ),
        policies: z.array(UpgradePolicy),
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
  replies: { 200: enveloped(z.object({ flagged: z.array(FlaggedClient) })) },
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

export const clearClientFlag = endpoint({
  method: "POST",
  path: "/api/admin/clients/:id/clear-flag",
  summary: "Remove the flag of a device.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ cleared: z.literal(true), deviceId: z.string() })) },
  errors: ["NOT_FOUND"],
});

export const banClient = endpoint({
  method: "POST",
  path: "/api/admin/clients/:id/ban",
  summary: "Ban a device and flag related ones.",
  access: "admin",
  stability: "beta",
  body: BanDraft,
  faults: { reason: "VALIDATION_ERROR" },
  replies: { 200: enveloped(ClientBan) },
  errors: ["NOT_FOUND", "VALIDATION_ERROR"],
});

export const unbanClient = endpoint({
  method: "POST",
  path: "/api/admin/clients/:id/unban",
  summary: "Unban a device and remove the flags its ban caused.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        banned: z.literal(false),
        deviceId: z.string(),
        clearedRelated: z.number().int(),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const requestClientTelemetry = endpoint({
  method: "POST",
  path: "/api/admin/clients/:id/request-telemetry",
  summary: "Request a telemetry report from a connected device; the report names this request.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ requestId: z.string() })) },
  errors: ["NOT_FOUND", "DEVICE_OFFLINE", "DEVICE_OWNER_UNKNOWN"],
});

export const listUserDevices = endpoint({
  method: "GET",
  path: "/api/admin/users/:id/devices",
  summary: "Devices of a learner, most recently seen first.",
  access: "admin",
  stability: "beta",
  query: z.object({ limit: clampedInteger(1, 200, 50) }),
  replies: { 200: enveloped(z.object({ devices: z.array(ClientRow) })) },
  errors: ["NOT_FOUND"],
});

export const banUserDevice = endpoint({
  method: "POST",
  path: "/api/admin/users/:id/devices/:deviceId/ban",
  summary: "Ban a device of a learner.",
  access: "admin",
  stability: "beta",
  body: BanDraft,
  faults: { reason: "VALIDATION_ERROR" },
  replies: { 200: enveloped(ClientBan) },
  errors: ["NOT_FOUND", "DEVICE_USER_MISMATCH", "VALIDATION_ERROR"],
});

export type ClientRow = z.infer<typeof ClientRow>;
export type DataChannels = z.infer<typeof DataChannels>;
export type LiveClient = z.infer<typeof LiveClient>;
export type RecentClient = z.infer<typeof RecentClient>;
export type FlaggedClient = z.infer<typeof FlaggedClient>;
export type ClientDetail = z.infer<typeof ClientDetail>;
