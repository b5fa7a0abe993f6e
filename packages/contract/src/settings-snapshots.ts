import { z } from "zod";
import { Deleted, Timestamp, trimmed } from "./common.ts";
import { AdminSettings } from "./admin-settings.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { settingFields } from "./setting-fields.ts";

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

const admin = { access: "admin", stability: "beta" } as const;

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
