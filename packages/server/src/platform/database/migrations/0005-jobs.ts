import type { Migration } from "./migration.ts";

/** Which process runs which worker, and the outcomes of the latest runs. */
export const jobs: Migration = {
  name: "0005-jobs",
  statements: [
    `create table job_leases (
      worker text primary key,
      holder text not null,
      expires_at_ms integer not null
    )`,
    `create table job_runs (
      id serial_key,
      worker text not null,
      started_at_ms integer not null,
      duration_ms integer not null,
      outcome text not null,
      error text
    )`,
    `create index job_runs_worker on job_runs (worker, id)`,
  ],
};
