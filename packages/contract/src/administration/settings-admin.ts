import { z } from "zod";
import { Email } from "../accounts/auth.ts";
import { settingFields, type SettingName } from "../accounts/settings.ts";
import { SemVersion } from "../clients/upgrades.ts";
import { Deleted, done, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { checkedByItself } from "../core/sizes.ts";

type Fields = typeof settingFields;

const names = Object.keys(settingFields) as SettingName[];

/** All settings in force. */
export const AdminSettings = z.object({
  ...(Object.fromEntries(
    names.map((name) => [name, settingFields[name].shown.describe(settingFields[name].about)]),
  ) as { [Name in SettingName]: Fields[Name]["shown"] }),
  llm_advisor_current_month_spent_yuan: z
    .number()
    .describe("What the language model has cost this month, in yuan; read only."),
});

/** Changes of settings; the service checks each field, so that it can name all faults. */
const changes = Object.fromEntries(
  names.map((name) => {
    const { schema, about } = settingFields[name];
    return [name, checkedByItself(schema.nullable().describe(about)).optional()];
  }),
) as {
  [Name in SettingName]: z.ZodOptional<z.ZodType<unknown, z.input<Fields[Name]["schema"]> | null>>;
};

const admin = { access: "admin", stability: "beta" } as const;

const changeFaults = [...new Set(names.map((name) => settingFields[name].fault))].filter(
  (code) => code !== "INVALID_REQUEST_BODY",
);

export const readAdminSettings = endpoint({
  method: "GET",
  path: "/api/admin/settings",
  summary: "The settings in force: stored ones, else those of the environment, else defaults.",
  ...admin,
  replies: { 200: enveloped(AdminSettings) },
  errors: [],
});

export const changeAdminSettings = endpoint({
  method: "PUT",
  path: "/api/admin/settings",
  summary:
    "Change some settings at once; null removes the stored value. With a fault nothing changes, " +
    "and `faults` lists all of them.",
  ...admin,
  body: z.object(changes),
  replies: { 200: enveloped(AdminSettings) },
  errors: changeFaults,
});

/** One setting, for a form. */
export const SettingAbout = z.object({
  key: z.string().describe("Name in `/api/admin/settings`, or of the environment variable."),
  group: z.string().describe("Section of the settings page."),
  type: z.string().describe("integer, number, boolean, string or object."),
  min: z.number().nullable().describe("Smallest value, inclusive; null: none."),
  max: z.number().nullable().describe("Largest value, inclusive; null: none."),
  default: z.unknown().describe("Value without a stored one and without the environment."),
  unit: z
    .string()
    .nullable()
    .describe("What the value is counted in, such as `hours`; null: nothing, or not known."),
  description: z.string().describe("What the setting does, in English."),
  effect: z
    .enum(["at_once", "new_sessions", "restart"])
    .describe("When a change takes effect; `restart`: set in the environment, read only here."),
  source: z.enum(["stored", "environment", "default"]).describe("Where the value comes from."),
  origin: z
    .enum(["stored", "environment", "file", "generated", "default"])
    .describe(
      "The source more exactly: `file` for CONFIG_FILE and `<NAME>_FILE`, `generated` for " +
        "secrets made at the first start; as `wordloom config print` says.",
    ),
  value: z.unknown().describe("Value in force; `set` or `unset` for secrets."),
  environment: z
    .object({
      name: z.string().describe("The variable, such as `MAX_LOG_FILES`."),
      value: z
        .unknown()
        .describe("As it is in the environment; null: not set. `set` or `unset` for secrets."),
    })
    .nullable()
    .describe("The environment variable behind it and its value; null: there is none."),
  updatedAt: Timestamp.nullable().describe("When the stored value was set."),
  updatedBy: z.string().nullable().describe("Id of the administrator who set it."),
});

export const readSettingsSchema = endpoint({
  method: "GET",
  path: "/api/admin/settings/schema",
  summary: "Every setting with type, range, default, source and value, for a settings page.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        fields: z.array(SettingAbout).describe("Every setting, in the order of the settings page."),
      }),
    ),
  },
  errors: [],
});

export const setMaintenance = endpoint({
  method: "POST",
  path: "/api/admin/settings/maintenance",
  summary: "Switch maintenance mode; all streams are told.",
  ...admin,
  body: z.object({ active: z.boolean().describe("true locks learners out.") }),
  replies: {
    200: enveloped(z.object({ active: z.boolean().describe("Whether maintenance is on now.") })),
  },
  errors: [],
});

export const previewMaintenance = endpoint({
  method: "POST",
  path: "/api/admin/settings/maintenance/preview",
  summary: "Whom maintenance would lock out now.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        learnerStreams: z.number().int().describe("Open event streams of learners."),
        activeLearners15m: z.number().int().describe("Learners seen in the last 15 minutes."),
        pendingAnswers: z.number().int().describe("Accepted answers not yet applied."),
      }),
    ),
  },
  errors: [],
});

/** The minimum version of native apps. */
export const VersionGate = z.object({
  enabled: z.boolean().describe("Whether minClientVersion is in force."),
  minClientVersion: z.string().describe("The stored minimum; empty: none."),
  envMinClientVersion: z.string().nullable().describe("MIN_CLIENT_VERSION; always in force."),
  effectiveMinClientVersion: z
    .string()
    .nullable()
    .describe("The higher of those in force; null: every version is accepted."),
  strictModeEnabled: z
    .boolean()
    .describe("Whether platform and native User-Agent must be sent (STRICT_MODE_ENABLED)."),
});

export const readVersionGate = endpoint({
  method: "GET",
  path: "/api/admin/settings/version-gate",
  summary: "The minimum version of native apps.",
  ...admin,
  replies: { 200: enveloped(VersionGate) },
  errors: [],
});

export const setVersionGate = endpoint({
  method: "PUT",
  path: "/api/admin/settings/version-gate",
  summary: "Change the minimum version; devices that are no longer refused are told.",
  ...admin,
  body: z.object({
    enabled: changes.version_gate_enabled,
    minClientVersion: changes.min_client_version,
  }),
  replies: { 200: enveloped(VersionGate) },
  errors: ["INVALID_MIN_CLIENT_VERSION"],
});

export const previewVersionGate = endpoint({
  method: "POST",
  path: "/api/admin/settings/version-gate/preview",
  summary: "Native devices seen in 30 days that a minimum version would refuse.",
  ...admin,
  body: z.object({ minClientVersion: SemVersion.describe("The minimum to be tried, x.y.z.") }),
  faults: { minClientVersion: "INVALID_MIN_CLIENT_VERSION" },
  replies: {
    200: enveloped(
      z.object({
        devices: z.number().int().describe("Devices that would be refused."),
        users: z.number().int().describe("Learners who own them."),
        byPlatform: z
          .array(
            z.object({
              platform: z.string().describe("ios, android or another that the app named."),
              devices: z.number().int().describe("Devices of the platform that would be refused."),
            }),
          )
          .describe("The devices that would be refused, by platform."),
        unreadable: z.number().int().describe("Those of them without a readable version."),
      }),
    ),
  },
  errors: ["INVALID_MIN_CLIENT_VERSION"],
});

export const testMail = endpoint({
  method: "POST",
  path: "/api/admin/settings/smtp-test",
  summary: "Send a test mail through the mail server of the environment.",
  ...admin,
  body: z.object({ to: Email.describe("Recipient.") }),
  faults: { to: "VALIDATION_ERROR" },
  replies: { 200: enveloped(z.object({ sent: done })) },
  errors: ["SMTP_NOT_CONFIGURED", "SMTP_FAILED", "VALIDATION_ERROR"],
});

export type AdminSettings = z.infer<typeof AdminSettings>;
export type SettingAbout = z.infer<typeof SettingAbout>;
export type VersionGate = z.infer<typeof VersionGate>;

/** Stored settings at one time. */
export const SettingsSnapshot = z.object({
  id: z.string().describe("Id of the snapshot, a UUID."),
  name: z.string().describe("What it is called, 1 to 100 characters."),
  kind: z.enum(["manual", "auto"]).describe("auto: made before a change."),
  note: z
    .string()
    .nullable()
    .describe("Why it was made, at most 500 characters; null: no reason was given."),
  createdAt: Timestamp.describe("When it was made."),
  createdBy: z.string().nullable().describe("Id of the administrator."),
  changed: z.array(z.string()).describe("Settings whose stored value differs from now."),
});

const WithValues = SettingsSnapshot.extend({
  values: z.record(z.string(), z.unknown()).describe("Stored values; what is absent was unset."),
});

export const listSettingsSnapshots = endpoint({
  method: "GET",
  path: "/api/admin/settings/snapshots",
  summary: "Snapshots of the stored settings, newest first: at most 50 of each kind.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({ snapshots: z.array(SettingsSnapshot).describe("All snapshots, newest first.") }),
    ),
  },
  errors: [],
});

export const readSettingsSnapshot = endpoint({
  method: "GET",
  path: "/api/admin/settings/snapshots/:id",
  summary: "A snapshot with its values.",
  ...admin,
  replies: { 200: enveloped(WithValues) },
  errors: ["NOT_FOUND"],
});

export const createSettingsSnapshot = endpoint({
  method: "POST",
  path: "/api/admin/settings/snapshots",
  summary: "Keep the stored settings under a name; at most 50.",
  ...admin,
  body: z.object({
    name: trimmed(1, 100).describe("1-100 characters."),
    note: trimmed(0, 500).nullish().describe("At most 500 characters."),
  }),
  faults: { name: "VALIDATION_ERROR", note: "VALIDATION_ERROR" },
  replies: { 201: enveloped(SettingsSnapshot) },
  errors: ["VALIDATION_ERROR", "CONFLICT"],
});

export const restoreSettingsSnapshot = endpoint({
  method: "POST",
  path: "/api/admin/settings/snapshots/:id/restore",
  summary: "Store the settings of a snapshot; what it does not hold is unset.",
  ...admin,
  replies: { 200: enveloped(AdminSettings) },
  errors: [
    "NOT_FOUND",
    ...new Set(
      Object.values(settingFields)
        .map(({ fault }) => fault)
        .filter((code) => code !== "INVALID_REQUEST_BODY"),
    ),
  ],
});

export const deleteSettingsSnapshot = endpoint({
  method: "DELETE",
  path: "/api/admin/settings/snapshots/:id",
  summary: "Delete a snapshot.",
  ...admin,
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND"],
});

export type SettingsSnapshot = z.infer<typeof SettingsSnapshot>;
