import type { Migration } from "./migration.ts";

/**
 * Scripts that administrators send to devices, and the results.
 *
 * A batch is one script for many devices; each gets its own request. due_at_ms is when a request
 * without an answer or confirmation times out; null once the request is finished. confirm_token
 * comes from the device and is sent back to it; confirm_by_ms is when the request for confirmation
 * expires.
 */
export const probe: Migration = {
  name: "0016-probe",
  statements: [
    `create table probe_batches (
      id text primary key,
      admin_id text not null,
      script_body text not null,
      script_sha256 text not null,
      has_cmd_call integer not null,
      note text,
      timeout_ms integer not null,
      created_at_ms integer not null
    )`,
    `create index probe_batches_time on probe_batches (created_at_ms)`,
    `create table probe_requests (
      id text primary key,
      batch_id text not null,
      admin_id text not null,
      device_id text not null,
      user_id text,
      status text not null,
      dispatched_at_ms integer not null,
      due_at_ms integer,
      confirm_token text,
      confirm_by_ms integer,
      confirmed_at_ms integer,
      completed_at_ms integer,
      result_json text,
      stderr text,
      duration_ms integer,
      truncated integer not null
    )`,
    `create index probe_requests_batch on probe_requests (batch_id)`,
    `create index probe_requests_device on probe_requests (device_id)`,
    `create index probe_requests_time on probe_requests (dispatched_at_ms, id)`,
    `create index probe_requests_user on probe_requests (user_id)`,
    `create index probe_requests_due on probe_requests (due_at_ms)
      where due_at_ms is not null`,
  ],
};
