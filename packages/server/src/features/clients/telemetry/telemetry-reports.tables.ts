declare module "../../../platform/database/tables.ts" {
  interface Tables {
    telemetry_reports: TelemetryReportsTable;
  }
}

export interface TelemetryReportsTable {
  id: string;
  device_id: string;
  user_id: string;
  event_type: "session_start" | "periodic" | "on_demand";
  request_id: string | null;
  client_at_ms: number;
  server_at_ms: number;
  session_duration_secs: number | null;
  actions_per_min: number | null;
  error_count: number | null;
  avg_response_ms: number | null;
  current_route: string | null;
  click_count: number | null;
  device_json: string | null;
  behavior_json: string | null;
  feature_usage_json: string | null;
}
