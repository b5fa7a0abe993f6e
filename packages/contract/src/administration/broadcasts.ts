import { z } from "zod";
import { SemVersion } from "../clients/upgrades.ts";
import { clampedInteger, done, Offset, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";

const admin = { access: "admin", stability: "beta" } as const;

const AUDIENCE_IDS_MAX = 1000;
const PLATFORMS_MAX = 20;

/**
 * Who gets a broadcast: learners who meet every given condition; without conditions, everyone.
 * Banned learners never get one.
 */
export const BroadcastAudience = z.object({
  platforms: list(z.string().min(1).max(64), { max: PLATFORMS_MAX })
    .nullish()
    .describe("Platforms of the device, such as web, ios or android; an empty list matches none."),
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
    .describe(
      "Number of days within which the learner made a request or signed in on any device, 1 to " +
        "365.",
    ),
  userIds: list(z.string().min(1).max(64), { max: AUDIENCE_IDS_MAX })
    .nullish()
    .describe("Only these learners; an empty list matches nobody."),
});

/** A broadcast that is being or has been sent. */
export const Broadcast = z.object({
  id: z.string().describe("Id of the broadcast, a UUID."),
  title: z.string().describe("Headline of the notification, 1 to 200 characters."),
  message: z.string().describe("Text of the notification, 1 to 10000 characters."),
  author: z
    .string()
    .describe("E-mail address of the administrator; the id if the account no longer exists."),
  status: z
    .enum(["sending", "sent", "failed"])
    .describe(
      "failed: three attempts ended with an error; the learners in sentCount have received it.",
    ),
  sentCount: z.number().int().describe("Number of learners who received it."),
  readCount: z.number().int().describe("Number of learners who have read it."),
  readRate: z
    .number()
    .min(0)
    .max(1)
    .describe("readCount / sentCount, 0 to 1; 0 if nobody received it."),
  createdAt: Timestamp.describe("When sending started."),
});

export const ScheduledBroadcast = z.object({
  broadcastId: z.string().describe("Id of the broadcast, a UUID."),
  title: z.string().describe("Headline of the notification, 1 to 200 characters."),
  message: z.string().describe("Text of the notification, 1 to 10000 characters."),
  audience: BroadcastAudience.describe("The audience as given; empty for everyone."),
  scheduledAt: Timestamp.describe("When it will be sent."),
});

const BroadcastDraft = z.object({
  title: trimmed(1, 200).describe("1 to 200 characters."),
  message: trimmed(1, 10_000).describe("1 to 10000 characters."),
  audience: BroadcastAudience.nullish().describe("Who gets it; default: everyone."),
  scheduledAt: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe(
      "When to send it, ISO 8601, at most 60 seconds ago and 365 days ahead; default: now.",
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
        sent: z.number().int().describe("Number of learners who received it."),
        broadcastId: z.string().describe("Id of the broadcast, a UUID."),
      }),
    ),
    202: enveloped(
      z.object({
        scheduled: done,
        scheduledAt: Timestamp.describe(
          "When it is sent; for a broadcast that takes long, when sending started.",
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
    audience: BroadcastAudience.nullish().describe("Who would get it; default: everyone."),
  }),
  faults: { audience: "VALIDATION_ERROR" },
  replies: {
    200: enveloped(
      z.object({
        matched: z.number().int().describe("Number of learners who would get it."),
        total: z.number().int().describe("Number of all learners."),
      }),
    ),
  },
  errors: ["INVALID_VERSION_MIN", "VALIDATION_ERROR", "BATCH_TOO_LARGE"],
});

export const listBroadcasts = endpoint({
  method: "GET",
  path: "/api/admin/broadcast",
  summary: "Broadcasts that were sent or are being sent, newest first, with their results.",
  ...admin,
  query: z.object({
    offset: Offset.default(0).describe("Entries to skip."),
    limit: clampedInteger(1, 100, 20).describe("Maximum number of entries, 1 to 100."),
    filter: z
      .enum(["all", "week", "failed"])
      .default("all")
      .describe("week: only those of the last seven days."),
  }),
  replies: {
    200: enveloped(
      z.object({
        stats: z
          .object({
            total: z.number().int().describe("Number of all broadcasts."),
            totalSent: z.number().int().describe("Number of notifications of all broadcasts."),
            avgReadRate: z
              .number()
              .min(0)
              .max(1)
              .describe("Mean read rate of the broadcasts that reached someone, 0 to 1."),
            online: z.number().int().describe("Number of devices with an open stream now."),
          })
          .describe("Figures of all broadcasts, regardless of the filter."),
        broadcasts: z
          .array(Broadcast)
          .describe("The broadcasts that match the filter, newest first."),
        pagination: z
          .object({
            total: z.number().int().describe("Number of broadcasts that match the filter."),
            offset: z.number().int().describe("Number of entries skipped."),
            limit: z.number().int().describe("Maximum number of entries, 1 to 100."),
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
  summary: "Notify all connected clients that a version of the service is available.",
  ...admin,
  body: z.object({
    version: SemVersion.nullish().describe("Version to announce; default: the running version."),
    channel: z.enum(["stable", "beta"]).nullish().describe("Release channel; default: stable."),
    message: trimmed(0, 500)
      .nullish()
      .describe("Text of the announcement, at most 500 characters."),
  }),
  faults: { version: "INVALID_VERSION", message: "INVALID_MESSAGE" },
  replies: { 200: enveloped(z.object({ broadcasted: done })) },
  errors: ["INVALID_VERSION", "INVALID_MESSAGE"],
});

export type BroadcastAudience = z.infer<typeof BroadcastAudience>;
export type Broadcast = z.infer<typeof Broadcast>;
export type BroadcastDraft = z.infer<typeof BroadcastDraft>;
export type ScheduledBroadcast = z.infer<typeof ScheduledBroadcast>;
