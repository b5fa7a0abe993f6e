import type { Migration } from "./migration.ts";

/**
 * Facts about the running service for administrators: its processes, its requests over time, and
 * runs of workers that they request. A lease records the start of its worker's run once that takes
 * longer than some seconds.
 */
export const monitoring: Migration = {
  name: "0035-monitoring",
  statements: [
    `create table service_instances (
      id text not null primary key,
      host text not null,
      pid integer not null,
      version text not null,
      started_at_ms integer not null,
      last_seen_at_ms integer not null
    )`,
    `create index service_instances_seen on service_instances (last_seen_at_ms)`,
    `create table request_stats (
      span_ms integer not null,
      start_ms integer not null,
      instance_id text not null,
      slots_json text not null,
      routes_json text not null,
      primary key (span_ms, start_ms, instance_id)
    ) clustered`,
    `create table job_run_requests (
      worker text not null primary key,
      requested_at_ms integer not null
    )`,
    `alter table job_leases add column running_since_ms integer`,
  ],
};
