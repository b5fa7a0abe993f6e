declare module "../../../platform/database/tables.ts" {
  interface Tables {
    app_settings: AppSettingsTable;
  }
}

export interface AppSettingsTable {
  user_id: string;
  /** Raised by one with every change, from 1. */
  revision: number;
  settings_json: string;
  updated_at_ms: number;
}
