import type { Migration } from "./migration.ts";

/** Who stored a setting, and snapshots of the stored settings. */
export const settingsSnapshots: Migration = {
  name: "0032-settings-snapshots",
  statements: [
    `alter table system_settings add column updated_by text`,
    `create table settings_snapshots (
      seq serial_key,
      id text not null unique,
      kind text not null,
      name text not null,
      note text,
      values_json text not null,
      created_at_ms integer not null,
      created_by text
    )`,
  ],
};
