import { z } from "zod";
import { DeviceId, done, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

export const ClientBan = z.object({
  banned: done,
  deviceId: DeviceId,
  flaggedRelated: z.number().int().describe("Number of devices flagged because of the ban."),
  flaggedDeviceIds: z.array(z.string()).describe("Ids of those devices."),
});

export const clearClientFlag = endpoint({
  method: "POST",
  path: "/api/admin/clients/:id/clear-flag",
  summary: "Remove the flag of a device.",
  access: "admin",
  stability: "beta",
  replies: { 200: enveloped(z.object({ cleared: done, deviceId: DeviceId })) },
  errors: ["NOT_FOUND"],
});

export const DeviceBanDraft = z
  .object({
    reason: trimmed(0, 500)
      .nullish()
      .describe("For administrators, at most 500 characters; the learner does not see it."),
  })
  .meta({ id: "DeviceBanDraft" });

export const banClient = endpoint({
  method: "POST",
  path: "/api/admin/clients/:id/ban",
  summary: "Ban a device and flag related ones.",
  access: "admin",
  stability: "beta",
  body: DeviceBanDraft,
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
        banned: z
          .literal(false)
          .describe("Always false: the service accepts the device's requests again."),
        deviceId: DeviceId,
        clearedRelated: z
          .number()
          .int()
          .describe("Number of devices whose flag was removed with the ban."),
      }),
    ),
  },
  errors: ["NOT_FOUND"],
});

export const banUserDevice = endpoint({
  method: "POST",
  path: "/api/admin/users/:id/devices/:deviceId/ban",
  summary: "Ban a device of a learner.",
  access: "admin",
  stability: "beta",
  body: DeviceBanDraft,
  faults: { reason: "VALIDATION_ERROR" },
  replies: { 200: enveloped(ClientBan) },
  errors: ["NOT_FOUND", "DEVICE_USER_MISMATCH", "VALIDATION_ERROR"],
});
