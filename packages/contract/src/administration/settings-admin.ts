import { z } from "zod";
import { Email } from "../accounts/auth.ts";
import { settingFields, type SettingName } from "../accounts/settings.ts";
import { SemVersion } from "../clients/upgrades.ts";
import { Deleted, done, Timestamp, trimmed } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { checkedByItself } from "../core/sizes.ts";

type Fields = typeof settingFields;

const names = Object.keys(settingFields) as SettingName[];

/** All current settings. */
export const AdminSettings = z.object({
  ...(Object.fromEntries(
    names.map((name) => [name, settingFields[name].shown.describe(settingFields[name].about)]),
  ) as { [Name in SettingName]: Fields[Name]["shown"] }),
  llm_advisor_current_month_spent_yuan: z
    .number()
    .describe("Cost of the language model this month, yuan; read only."),
});

/** Changes to settings; the service checks each field itself, so that it can report all faults. */
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
  summary: "The current settings: stored values, then those of the environment, then defaults.",
  ...admin,
  replies: { 200: enveloped(AdminSettings) },
  errors: [],
});

export const changeAdminSettings = endpoint({
  method: "PUT",
  path: "/api/admin/settings",
  summary:
    "Change some settings at once; null removes the stored value. If any value is not valid, " +
    "nothing changes and `faults` lists all faults.",
  ...admin,
  body: z.object(changes),
  replies: { 200: enveloped(AdminSettings) },
  errors: changeFaults,
});

/** A setting, as described for a form. */
export const SettingAbout = z.object({
  key: z.string().describe("Name in `/api/admin/settings`, or name of the environment variable."),
  group: z.string().describe("Section of the settings page."),
  type: z.string().describe("integer, number, boolean, string or object."),
  min: z.number().nullable().describe("Smallest value, inclusive; null for no limit."),
  max: z.number().nullable().describe("Largest value, inclusive; null for no limit."),
  default: z.unknown().describe("Value if neither stored nor set in the environment."),
  unit: z
    .string()
    .nullable()
    .describe("Unit of the value, such as `hours`; null if it has none or it is unknown."),
  description: z.string().describe("What the setting does, in English."),
  effect: z
    .enum(["at_once", "new_sessions", "restart"])
    .describe("When a change takes effect; `restart`: set in the environment and read only here."),
  source: z.enum(["stored", "environment", "default"]).describe("Where the value comes from."),
  origin: z
    .enum(["stored", "environment", "file", "generated", "default"])
    .describe(
      "The exact source: `file` for CONFIG_FILE and `<NAME>_FILE`, `generated` for secrets " +
        "created at the first start; same as in `wordloom config print`.",
    ),
  value: z.unknown().describe("Current value; `set` or `unset` for secrets."),
  inherited: z
    .unknown()
    .describe("Value in force without a stored one: that of the environment, or the default."),
  environment: z
    .object({
      name: z.string().describe("Name of the variable, such as `MAX_LOG_FILES`."),
      value: z
        .unknown()
        .describe("Value in the environment; null if not set. `set` or `unset` for secrets."),
    })
    .nullable()
    .describe("The environment variable of the setting and its value; null if it has none."),
  updatedAt: Timestamp.nullable().describe("When the stored value was set."),
  updatedBy: z.string().nullable().describe("Id of the administrator who stored it."),
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
  summary: "Switch maintenance mode on or off; all streams are notified.",
  ...admin,
  body: z.object({ active: z.boolean().describe("true: lock learners out; false: let them in.") }),
  replies: {
    200: enveloped(z.object({ active: z.boolean().describe("Whether maintenance is on now.") })),
  },
  errors: [],
});

export const previewMaintenance = endpoint({
  method: "POST",
  path: "/api/admin/settings/maintenance/preview",
  summary: "Who would be locked out by maintenance mode now.",
  ...admin,
  replies: {
    200: enveloped(
      z.object({
        learnerStreams: z.number().int().describe("Number of learners' open event streams."),
        activeLearners15m: z
          .number()
          .int()
          .describe("Number of learners seen in the last 15 minutes."),
        pendingAnswers: z.number().int().describe("Number of accepted answers not yet applied."),
      }),
    ),
  },
  errors: [],
});

/** The minimum version of native apps. */
export const VersionGate = z.object({
  enabled: z.boolean().describe("Whether minClientVersion is enforced."),
  minClientVersion: z.string().describe("The stored minimum; empty for none."),
  envMinClientVersion: z.string().nullable().describe("MIN_CLIENT_VERSION; always enforced."),
  effectiveMinClientVersion: z
    .string()
    .nullable()
    .describe("The higher of the enforced minimum versions; null if every version is accepted."),
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
  summary: "Change the minimum version; devices that are no longer refused are notified.",
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
  body: z.object({ minClientVersion: SemVersion.describe("The minimum version to try, x.y.z.") }),
  faults: { minClientVersion: "INVALID_MIN_CLIENT_VERSION" },
  replies: {
    200: enveloped(
      z.object({
        devices: z.number().int().describe("Number of devices that would be refused."),
        users: z.number().int().describe("Number of learners who own them."),
        byPlatform: z
          .array(
            z.object({
              platform: z.string().describe("ios, android or another platform as sent by the app."),
              devices: z
                .number()
                .int()
                .describe("Number of devices of the platform that would be refused."),
            }),
          )
          .describe("Devices that would be refused, by platform."),
        unreadable: z
          .number()
          .int()
          .describe("Number of those devices without a readable version."),
      }),
    ),
  },
  errors: ["INVALID_MIN_CLIENT_VERSION"],
});

export const testMail = endpoint({
  method: "POST",
  path: "/api/admin/settings/smtp-test",
  summary: "Send a test mail through the mail server set in the environment.",
  ...admin,
  body: z.object({ to: Email.describe("Recipient.") }),
  faults: { to: "VALIDATION_ERROR" },
  replies: { 200: enveloped(z.object({ sent: done })) },
  errors: ["SMTP_NOT_CONFIGURED", "SMTP_FAILED", "VALIDATION_ERROR"],
});

export type AdminSettings = z.infer<typeof AdminSettings>;
export type SettingAbout = z.infer<typeof SettingAbout>;
export type VersionGate = z.infer<typeof VersionGate>;

/** The stored settings at one time. */
export const SettingsSnapshot = z.object({
  id: z.string().describe("Id of the snapshot, a UUID."),
  name: z.string().describe("Name of the snapshot, 1 to 100 characters."),
  kind: z
    .enum(["manual", "auto"])
    .describe("manual: created by an administrator; auto: created before a change."),
  note: z
    .string()
    .nullable()
    .describe("Reason for the snapshot, at most 500 characters; null if none was given."),
  createdAt: Timestamp.describe("When the snapshot was created."),
  createdBy: z.string().nullable().describe("Id of the administrator who created it."),
  changed: z.array(z.string()).describe("Settings whose stored value now differs."),
});

const WithValues = SettingsSnapshot.extend({
  values: z.record(z.string(), z.unknown()).describe("Stored values; absent settings were unset."),
});

export const listSettingsSnapshots = endpoint({
  method: "GET",
  path: "/api/admin/settings/snapshots",
  summary: "Snapshots of the stored settings, newest first, at most 50 of each kind.",
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
  summary: "Save the stored settings under a name; at most 50 snapshots.",
  ...admin,
  body: z.object({
    name: trimmed(1, 100).describe("Name of the snapshot, 1 to 100 characters."),
    note: trimmed(0, 500).nullish().describe("Reason for the snapshot, at most 500 characters."),
  }),
  faults: { name: "VALIDATION_ERROR", note: "VALIDATION_ERROR" },
  replies: { 201: enveloped(SettingsSnapshot) },
  errors: ["VALIDATION_ERROR", "CONFLICT"],
});

export const restoreSettingsSnapshot = endpoint({
  method: "POST",
  path: "/api/admin/settings/snapshots/:id/restore",
  summary: "Restore the settings of a snapshot; settings that it does not contain are unset.",
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
