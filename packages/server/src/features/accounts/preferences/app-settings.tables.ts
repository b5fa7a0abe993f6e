declare module "../../../platform/database/tables.ts" {
  interface Tables {
    app_settings: AppSettingsTable;
  }
}

export interface AppSettingsTable {
  user_id: string;
  /** Starts at 1 and increases by one with every change. */
  revision: number;
  settings_json: string;
  updated_at_ms: number;
}
