import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    system_settings: SystemSettingsTable;
    settings_snapshots: SettingsSnapshotsTable;
  }
}

export interface SystemSettingsTable {
  key: string;
  value_json: string;
  updated_at_ms: number;
  /** Id of the administrator; null for values stored by the service itself. */
  updated_by: string | null;
}

export interface SettingsSnapshotsTable {
  seq: Generated<number>;
  id: string;
  kind: "manual" | "auto";
  name: string;
  note: string | null;
  /** An object: name → stored value. */
  values_json: string;
  created_at_ms: number;
  created_by: string | null;
}
