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

export interface PackInstallsTable {
  id: string;
  user_id: string;
  device_id: string | null;
  pack_id: string;
  version: string;
  outcome: "installed" | "verify_failed" | "rollback" | "download_failed" | "apply_failed";
  app_version: string | null;
  created_at_ms: number;
}

/** One script, sent to any number of devices. */
export interface ProbeBatchesTable {
  id: string;
  admin_id: string;
  script_body: string;
  script_sha256: string;
  has_cmd_call: number;
  note: string | null;
  timeout_ms: number;
  created_at_ms: number;
}

/** user_id is the device's owner at that time; null if it had none. */
export interface ProbeRequestsTable {
  id: string;
  batch_id: string;
  admin_id: string;
  device_id: string;
  user_id: string | null;
  status: ProbeStatusName;
  dispatched_at_ms: number;
  due_at_ms: number | null;
  confirm_token: string | null;
  confirm_by_ms: number | null;
  confirmed_at_ms: number | null;
  completed_at_ms: number | null;
  result_json: string | null;
  stderr: string | null;
  duration_ms: number | null;
  truncated: number;
}

export type ProbeStatusName =
  | "pending"
  | "offline"
  | "confirm_pending"
  | "ok"
  | "error"
  | "timeout"
  | "unsupported_ctx_version"
  | "expired";
