import { z } from "zod";
import { MarkedRead, Timestamp, clampedInteger } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const learner = { access: "learner" } as const;

export const NotificationType = z.enum(["system", "achievement", "reminder", "info", "broadcast"]);

/** A message to a learner. */
export const Notification = z.object({
  id: z.string(),
  userId: z.string(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  /** The word a reminder is about. */
  wordId: z.string().optional(),
  /** Hours since that word was due. */
  overdueHours: z.number().optional(),
  read: z.boolean(),
  createdAt: Timestamp,
});

/** An achievement; once unlocked it stays unlocked. */
export const Badge = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  unlocked: z.boolean(),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  unlockedAt: Timestamp.nullable(),
});

export const Theme = z.enum(["light", "dark", "system"]);
export const Language = z.enum(["en", "zh", "ja", "ko", "fr", "de", "es"]);

export const Preferences = z.object({
  theme: Theme,
  language: Language,
  notificationEnabled: z.boolean(),
  soundEnabled: z.boolean(),
  /** IANA name; null: the operator's zone. */
  timeZone: z.string().nullable(),
  /** 0 to 23; answers before this hour belong to the previous day. */
  dayStartHour: z.number().int().min(0).max(23),
});

/** Absent and null values are unchanged, except that null clears the time zone. */
export const PreferencesChange = z.object({
  theme: Theme.nullish(),
  language: Language.nullish(),
  notificationEnabled: z.boolean().nullish(),
  soundEnabled: z.boolean().nullish(),
  timeZone: z.string().nullish(),
  dayStartHour: z.number().int().min(0).max(23).nullish(),
});

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  summary: "The caller's notifications, newest first.",
  ...learner,
  query: z.object({
    limit: clampedInteger(1, 200, 50),
    unreadOnly: z.enum(["true", "false"]).default("false"),
  }),
  replies: { 200: enveloped(z.array(Notification)) },
  errors: [],
});

export const countUnreadNotifications = endpoint({
  method: "GET",
  path: "/api/notifications/unread-count",
  summary: "Number of the caller's unread notifications.",
  ...learner,
  replies: { 200: enveloped(z.object({ unreadCount: z.number().int() })) },
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
