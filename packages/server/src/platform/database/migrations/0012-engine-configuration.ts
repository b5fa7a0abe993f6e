import type { Migration } from "./migration.ts";

/**
 * The engine's configuration and monitoring.
 *
 * The versions of the configuration form a chain: every row names its parent, and the unique index
 * prevents two versions with the same parent. content_hash is equal for equal snapshots, whatever
 * their parents.
 *
 * engine_fits has one row per learner: a fit that is requested, in progress, or the last one done.
 */
export const engineConfiguration: Migration = {
  name: "0012-engine-configuration",
  statements: [
    `create table engine_config_versions (
      id serial_key,
      version_hash text not null unique,
      parent_version_hash text,
      content_hash text not null,
      snapshot_json text not null,
      source text not null,
      author_admin_id text,
      note text,
      created_at_ms integer not null
    )`,
    `create unique index engine_config_versions_chain
      on engine_config_versions (coalesce(parent_version_hash, ''))`,
    `create index engine_config_versions_content on engine_config_versions (content_hash)`,
    `create table engine_fits (
      user_id text primary key,
      stage text not null,
      requested_at_ms integer not null,
      run_after_ms integer,
      attempts integer not null,
      fitted_at_ms integer,
      reviews integer,
      weights_json text,
      report_json text
    )`,
    `create index engine_fits_waiting on engine_fits (run_after_ms)
      where run_after_ms is not null`,
    `create table engine_events (
      id text primary key,
      user_id text not null,
      session_id text not null,
      event_type text not null,
      created_at_ms integer not null,
      latency_ms real not null,
      is_correct integer not null,
      is_anomaly integer not null,
      cold_start_phase text,
      reward_value real not null,
      attention real not null,
      fatigue real not null,
      motivation real not null,
      confidence real not null,
      config_version text not null,
      event_json text not null
    )`,
    `create index engine_events_time on engine_events (created_at_ms)`,
    `create index engine_events_version on engine_events (config_version)`,
    `create index engine_events_user on engine_events (user_id)`,
    `create table engine_counters (
      day text not null,
      algorithm text not null,
      calls integer not null,
      total_us real not null,
      errors integer not null,
      primary key (day, algorithm)
    ) clustered`,
  ],
};
