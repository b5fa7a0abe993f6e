import { z } from "zod";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { anyJson } from "../core/sizes.ts";

const beta = { access: "learner", stability: "beta" } as const;

/** Maximum size of a request that stores settings. */
const BODY_MAX_BYTES = 16 * 1024;

export const AppSettings = z.object({
  revision: z
    .number()
    .int()
    .meta({ description: "Revision of the stored settings; 0 if none were stored." }),
  settings: z
    .record(z.string(), z.unknown())
    .describe("Keys and values of the app's choice, as stored."),
});

export const readAppSettings = endpoint({
  method: "GET",
  path: "/api/users/me/app-settings",
  summary: "The app's own settings for the caller, the same on every device.",
  ...beta,
  replies: { 200: enveloped(AppSettings) },
  errors: [],
});

export const saveAppSettings = endpoint({
  method: "PUT",
  path: "/api/users/me/app-settings",
  summary:
    "Replace the app's settings; refused if another device has changed them in the meantime.",
  ...beta,
  body: z
    .object({
      revision: z
        .number()
        .int()
        .min(0)
        .describe(
          "The revision on which the change is based, 0 or more; the reply has the next one.",
        ),
      settings: anyJson().describe(
        "An object with keys and values of the app's choice; the whole request may have 16 KB.",
      ),
    })
    .refine(({ settings }) => isObject(settings), { message: "settings is no object" }),
  bodyMaxBytes: BODY_MAX_BYTES,
  replies: { 200: enveloped(AppSettings) },
  errors: ["CONFLICT"],
});

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type AppSettings = z.infer<typeof AppSettings>;

export const Theme = z
  .enum(["light", "dark", "system"])
  .describe("Color scheme of the app; system: the device's scheme.");

export const Language = z
  .enum(["en", "zh", "ja", "ko", "fr", "de", "es"])
  .describe("Language of the app and of notifications.");

export const Preferences = z.object({
  theme: Theme,
  language: Language,
  notificationEnabled: z.boolean().describe("Whether reminders are sent; default: true."),
  soundEnabled: z.boolean().describe("Whether the app plays sounds; default: true."),
  timeZone: z
    .string()
    .nullable()
    .describe("IANA name, such as `Europe/Berlin`; null means the operator's zone."),
  dayStartHour: z
    .number()
    .int()
    .min(0)
    .max(23)
    .describe(
      "Hour at which the learner's day begins, 0 to 23; earlier answers belong to the " +
        "previous day.",
    ),
});

/** Absent and null fields leave the value unchanged, except that null clears the time zone. */
export const PreferencesChange = z.object({
  theme: Theme.nullish().describe("Color scheme of the app; omit to keep the current one."),
  language: Language.nullish().describe(
    "Language of the app and of notifications; omit to keep the current one.",
  ),
  notificationEnabled: z
    .boolean()
    .nullish()
    .describe("Whether reminders are sent; omit to keep the current choice."),
  soundEnabled: z
    .boolean()
    .nullish()
    .describe("Whether the app plays sounds; omit to keep the current choice."),
  timeZone: z
    .string()
    .nullish()
    .describe(
      "IANA name, such as `Europe/Berlin`; null means the operator's zone. Omit to keep the " +
        "current one.",
    ),
  dayStartHour: z
    .number()
    .int()
    .min(0)
    .max(23)
    .nullish()
    .describe("Hour at which the learner's day begins, 0 to 23; omit to keep the current one."),
});

const learner = { access: "learner" } as const;

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

export type Language = z.infer<typeof Language>;

export type Preferences = z.infer<typeof Preferences>;

export type PreferencesChange = z.infer<typeof PreferencesChange>;

export type Theme = z.infer<typeof Theme>;
