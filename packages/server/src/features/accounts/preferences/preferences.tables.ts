import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    preferences: PreferencesTable;
  }
}

export interface PreferencesTable {
  user_id: string;
  theme: Generated<"light" | "dark" | "system">;
  language: Generated<"en" | "zh" | "ja" | "ko" | "fr" | "de" | "es">;
  notification_enabled: Generated<number>;
  sound_enabled: Generated<number>;
  time_zone: string | null;
  day_start_hour: Generated<number>;
}
