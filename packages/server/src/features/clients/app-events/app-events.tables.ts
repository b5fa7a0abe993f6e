import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    app_events: AppEventsTable;
    app_event_removals: { id: number; before_ms: number };
  }
}

export type AppEventCategory = "behavior" | "error" | "perf";

/** seq increases in commit order, possibly with gaps. at_ms is the app's time, clamped. */
export interface AppEventsTable {
  seq: Generated<number>;
  device_id: string;
  client_event_id: string;
  user_id: string;
  name: string;
  category: AppEventCategory;
  at_ms: number;
  received_at_ms: number;
  platform: string;
  app_version: string;
  props_json: string | null;
}
