import { z } from "zod";
import { SemVersion } from "../clients/upgrades.ts";
import { clampedInteger, done, Offset, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";

const admin = { access: "admin", stability: "beta" } as const;

const AUDIENCE_IDS_MAX = 1000;
const PLATFORMS_MAX = 20;

/**
 * Who gets a broadcast: learners for whom every given condition holds; without any, everyone.
 * Banned learners never do.
 */
export const BroadcastAudience = z.object({
  platforms: list(z.string().min(1).max(64), { max: PLATFORMS_MAX })
    .nullish()
    .describe("Platforms of the device, such as web, ios or android; an empty list fits none."),
  versionMin: z
    .string()
    .nullish()
    .describe("Lowest app version of the device, x.y.z; a leading v is allowed."),
  lastActiveDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .nullish()
    .describe("Days in which the learner made a request or signed in, 1 to 365; on any device."),
  userIds: list(z.string().min(1).max(64), { max: AUDIENCE_IDS_MAX })
    .nullish()
    .describe("Only these learners; an empty list names nobody."),
});

/** A broadcast that is being sent, or was. */
export const Broadcast = z.object({
  id: z.string().describe("Id of the broadcast, a UUID."),
  title: z.string().describe("Headline of the notification, 1 to 200 characters."),
  message: z.string().describe("Text of the notification, 1 to 10000 characters."),
  author: z
    .string()
    .describe("E-mail address of the administrator; the id if the account is gone."),
  status: z
    .enum(["sending", "sent", "failed"])
    .describe("failed: three tries ended with an error; those in sentCount have got it."),
  sentCount: z.number().int().describe("Learners who got it."),
  readCount: z.number().int().describe("Learners who have read it."),
  readRate: z.number().min(0).max(1).describe("readCount / sentCount, 0 to 1; 0 if nobody got it."),
  createdAt: Timestamp.describe("When it was sent, or begun to be sent."),
});

export const ScheduledBroadcast = z.object({
  broadcastId: z.string().describe("Id of the broadcast, a UUID."),
  title: z.string().describe("Headline of the notification, 1 to 200 characters."),
  message: z.string().describe("Text of the notification, 1 to 10000 characters."),
  audience: BroadcastAudience.describe("As it was given; empty for everyone."),
  scheduledAt: Timestamp.describe("When it will be sent."),
});

const BroadcastDraft = z.object({
  title: trimmed(1, 200).describe("1 to 200 characters."),
  message: trimmed(1, 10_000).describe("1 to 10000 characters."),
  audience: BroadcastAudience.nullish().describe("Who gets it; absent: everyone."),
  scheduledAt: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe(
      "When to send it, ISO 8601, at most 60 seconds ago and 365 days ahead; default: at once.",
    ),
});

export const sendBroadcast = endpoint({
  method: "POST",
  path: "/api/admin/broadcast",
  summary: "Send a notification to many learners, now or later.",
  ...admin,
  body: BroadcastDraft,
  faults: {
    title: "INVALID_TITLE",
    message: "INVALID_MESSAGE",
    audience: "VALIDATION_ERROR",
    scheduledAt: "INVALID_SCHEDULED_AT",
  },
  replies: {
    200: enveloped(
      z.object({
        sent: z.number().int().describe("Learners who got it."),
        broadcastId: z.string().describe("Id of the broadcast, a UUID."),
      }),
    ),
    202: enveloped(
      z.object({
        scheduled: done,
        scheduledAt: Timestamp.describe(
          "When it is sent; of one that takes too long to be waited for: when it was begun.",
        ),
        broadcastId: z.string().describe("Id of the broadcast, a UUID."),
      }),
    ),
  },
  errors: [
    "INVALID_TITLE",
    "INVALID_MESSAGE",
    "INVALID_VERSION_MIN",
    "EMPTY_AUDIENCE",
    "INVALID_SCHEDULED_AT",
    "VALIDATION_ERROR",
    "BATCH_TOO_LARGE",
  ],
});

export const previewBroadcast = endpoint({
  method: "POST",
  path: "/api/admin/broadcast/preview",
  summary: "How many learners a broadcast would reach now.",
  ...admin,
  body: z.object({
    audience: BroadcastAudience.nullish().describe("Who would get it; absent: everyone."),
  }),
  faults: { audience: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        matched: z.number().int().describe("Learners who would get it."),
        total: z.number().int().describe("All learners."),
      }),
    ),
  },
  errors: ["INVALID_VERSION_MIN", "VALIDATION_ERROR", "BATCH_TOO_LARGE"],
});

export const listBroadcasts = endpoint({
  method: "GET",
  path: "/api/admin/broadcast",
  summary: "Broadcasts that were sent or are being sent, newest first, and what became of them.",
  ...admin,
  query: z.object({
    offset: Offset.default(0).describe("Entries to skip."),
    limit: clampedInteger(1, 100, 20).describe("1 to 100."),
    filter: z
      .enum(["all", "week", "failed"])
      .default("all")
      .describe("week: of the last seven days."),
  }),
  replies: {
    200: enveloped(
      z.object({
        stats: z
          .object({
            total: z.number().int().describe("All broadcasts."),
            totalSent: z.number().int().describe("Notifications of all broadcasts."),
            avgReadRate: z
              .number()
              .min(0)
              .max(1)
              .describe("Mean read rate of those that reached someone, 0 to 1."),
            online: z.number().int().describe("Devices with an open stream now."),
          })
          .describe("Figures of all broadcasts, whatever the filter."),
        broadcasts: z
          .array(Broadcast)
          .describe("The broadcasts that pass the filter, newest first."),
        pagination: z
          .object({
            total: z.number().int().describe("Broadcasts that pass the filter."),
            offset: z.number().int().describe("Entries that were skipped."),
            limit: z.number().int().describe("Entries at most, 1 to 100."),
          })
          .describe("Which part of them this is."),
      }),
    ),
  },
  errors: [],
});

export const listScheduledBroadcasts = endpoint({
  method: "GET",
  path: "/api/admin/broadcast/scheduled",
  summary: "Broadcasts that wait for their time, the next first; at most 200.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        items: z.array(ScheduledBroadcast).describe("What waits, the next first; at most 200."),
        total: z.number().int().describe("All that wait, also those not listed."),
      }),
    ),
  },
  errors: [],
});

export const cancelBroadcast = endpoint({
  method: "DELETE",
  path: "/api/admin/broadcast/scheduled/:id",
  summary: "Cancel a scheduled broadcast.",
  ...admin,
  replies: { 200: enveloped(z.object({ canceled: done })) },
  errors: ["NOT_FOUND", "ALREADY_DISPATCHED"],
});

export const broadcastUpdate = endpoint({
  method: "POST",
  path: "/api/admin/broadcast-update",
  summary: "Tell all connected clients that a version of the service is available.",
  ...admin,
  body: z.object({
    version: SemVersion.nullish().describe("Default: the version that is running."),
    channel: z.enum(["stable", "beta"]).nullish().describe("Default: stable."),
    message: trimmed(0, 500).nullish().describe("At most 500 characters."),
  }),
  faults: { version: "INVALID_VERSION", message: "INVALID_MESSAGE" },
  replies: { 200: enveloped(z.object({ broadcasted: done })) },
  errors: ["INVALID_VERSION", "INVALID_MESSAGE"],
});

export type BroadcastAudience = z.infer<typeof BroadcastAudience>;
export type Broadcast = z.infer<typeof Broadcast>;
export type BroadcastDraft = z.infer<typeof BroadcastDraft>;
export type ScheduledBroadcast = z.infer<typeof ScheduledBroadcast>;
