import type { Migration } from "./migration.ts";

/**
 * Telemetry reports of devices, and installations of resource packs.
 *
 * Fields of a report that are summed or listed have columns; device_json, behavior_json and
 * feature_usage_json hold the rest as received, truncated. session_duration_secs grows within a
 * session of the app and restarts at zero with the next one.
 */
export const telemetry: Migration = {
  name: "0014-telemetry",
  statements: [
    `create table telemetry_reports (
      id text primary key,
      device_id text not null,
      user_id text not null,
      event_type text not null,
      request_id text,
      client_at_ms integer not null,
      server_at_ms integer not null,
      session_duration_secs integer,
      actions_per_min real,
      error_count integer,
      avg_response_ms real,
      current_route text,
      click_count integer,
      device_json text,
      behavior_json text,
      feature_usage_json text
    )`,
    `create index telemetry_reports_device on telemetry_reports (device_id, server_at_ms, id)`,
    `create index telemetry_reports_time on telemetry_reports (server_at_ms)`,
    `create index telemetry_reports_user on telemetry_reports (user_id)`,
    `create table pack_installs (
      id text primary key,
      user_id text not null,
      device_id text,
      pack_id text not null,
      version text not null,
      outcome text not null,
      app_version text,
      created_at_ms integer not null
    )`,
    `create index pack_installs_pack on pack_installs (pack_id, version, outcome)`,
    `create index pack_installs_time on pack_installs (created_at_ms, outcome)`,
    `create index pack_installs_user on pack_installs (user_id)`,
  ],
};
