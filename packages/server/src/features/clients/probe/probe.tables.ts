declare module "../../../platform/database/tables.ts" {
  interface Tables {
    probe_batches: ProbeBatchesTable;
    probe_requests: ProbeRequestsTable;
  }
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

/** user_id is the device's owner at that time; null without an owner. */
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
