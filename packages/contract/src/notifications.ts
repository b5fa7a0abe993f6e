import { z } from "zod";
import { LearnerId, MarkedRead, Timestamp, limitOf } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const learner = { access: "learner" } as const;

export const NotificationType = z
  .enum(["system", "achievement", "reminder", "info", "broadcast"])
  .describe("What kind of message it is; broadcast: from an administrator to many.");

/** A message to a learner. */
export const Notification = z.object({
  id: z.string().describe("Id of the notification, a UUID."),
  userId: LearnerId,
  type: NotificationType,
  title: z.string().describe("One line, in the learner's language."),
  message: z.string().describe("The text, in the learner's language."),
  wordId: z
    .string()
    .optional()
    .describe("Id of the word that a reminder is about; absent otherwise."),
  overdueHours: z
    .number()
    .optional()
    .describe("Hours since that word was due; absent without a word."),
  read: z.boolean().describe("Whether the learner has read it."),
  createdAt: Timestamp.describe("When it was sent."),
});

/** An achievement; once unlocked it stays unlocked. */
export const Badge = z.object({
  id: z.string().describe("Name of the badge for programs, such as `streak_7`."),
  name: z.string().describe("What it is called, in the learner's language."),
  description: z.string().describe("What it is awarded for, in the learner's language."),
  unlocked: z.boolean().describe("Whether it was awarded; once it is, it stays."),
  progress: z.number().min(0).max(1).describe("How far the learner is, 0 to 1; 1: earned."),
  unlockedAt: Timestamp.nullable().describe("When it was awarded; null: not yet."),
});

export const Theme = z
  .enum(["light", "dark", "system"])
  .describe("Colours of the app; system: as the device has them.");
export const Language = z
  .enum(["en", "zh", "ja", "ko", "fr", "de", "es"])
  .describe("Language of the app and of notifications.");

export const Preferences = z.object({
  theme: Theme,
  language: Language,
  notificationEnabled: z.boolean().describe("Whether reminders are sent; true at first."),
  soundEnabled: z.boolean().describe("Whether the app makes sounds; true at first."),
  timeZone: z
    .string()
    .nullable()
    .describe("IANA name, such as `Europe/Berlin`; null: the operator's zone."),
  dayStartHour: z
    .number()
    .int()
    .min(0)
    .max(23)
    .describe(
      "Hour at which the learner's day begins, 0 to 23; answers before it belong to " +
        "the day before.",
    ),
});

/** Absent and null values are unchanged, except that null clears the time zone. */
export const PreferencesChange = z.object({
  theme: Theme.nullish().describe("Colours of the app; absent: they stay."),
  language: Language.nullish().describe(
    "Language of the app and of notifications; absent: it stays.",
  ),
  notificationEnabled: z
    .boolean()
    .nullish()
    .describe("Whether reminders are sent; absent: it stays."),
  soundEnabled: z.boolean().nullish().describe("Whether the app makes sounds; absent: it stays."),
  timeZone: z
    .string()
    .nullish()
    .describe("IANA name, such as `Europe/Berlin`; null: the operator's zone. Absent: it stays."),
  dayStartHour: z
    .number()
    .int()
    .min(0)
    .max(23)
    .nullish()
    .describe("Hour at which the learner's day begins, 0 to 23; absent: it stays."),
});

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  summary: "The caller's notifications, newest first.",
  ...learner,
  query: z.object({
    limit: limitOf(200, 50),
    unreadOnly: z
      .enum(["true", "false"])
      .default("false")
      .describe("true: only those that the caller has not read; default: false."),
  }),
  replies: { 200: enveloped(z.array(Notification)) },
  errors: [],
});

export const countUnreadNotifications = endpoint({
  method: "GET",
  path: "/api/notifications/unread-count",
  summary: "Number of the caller's unread notifications.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({ unreadCount: z.number().int().describe("How many there are, 0 or more.") }),
    ),
  },
  errors: [],
});

export const readNotification = endpoint({
  method: "PUT",
  path: "/api/notifications/:id/read",
  summary: "Mark one of the caller's notifications as read.",
  ...learner,
  replies: { 200: enveloped(Notification) },
  errors: ["NOT_FOUND"],
});

export const readAllNotifications = endpoint({
  method: "POST",
  path: "/api/notifications/read-all",
  summary: "Mark all of the caller's notifications as read.",
  ...learner,
  replies: { 200: enveloped(MarkedRead) },
  errors: [],
});

export const listBadges = endpoint({
  method: "GET",
  path: "/api/notifications/badges",
  summary: "All badges and the caller's progress.",
  ...learner,
  replies: { 200: enveloped(z.array(Badge)) },
  errors: [],
});

export const readPreferences = endpoint({
  method: "GET",
  path: "/api/notifications/preferences",
  summary: "The caller's preferences: appearance, language, sounds, start of day.",
  ...learner,
  replies: { 200: enveloped(Preferences) },
  errors: [],
});

export const changePreferences = endpoint({
  method: "PUT",
  path: "/api/notifications/preferences",
  summary: "Change preferences: appearance, language, sounds, start of day.",
  ...learner,
  body: PreferencesChange,
  faults: {
    theme: "INVALID_THEME",
    language: "INVALID_LANGUAGE",
    dayStartHour: "INVALID_DAY_START",
  },
  replies: { 200: enveloped(Preferences) },
  errors: ["INVALID_TIMEZONE"],
});

export type Badge = z.infer<typeof Badge>;
export type Language = z.infer<typeof Language>;
export type Notification = z.infer<typeof Notification>;
export type NotificationType = z.infer<typeof NotificationType>;
export type Preferences = z.infer<typeof Preferences>;
export type PreferencesChange = z.infer<typeof PreferencesChange>;
export type Theme = z.infer<typeof Theme>;
