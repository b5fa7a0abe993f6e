import type { Migration } from "./migration.ts";

/**
 * Further engine data: batches with pending rewards, a canary, experiments, and tables of optimal
 * intervals.
 *
 * engine_states.batches_json is stored with the state because it is read, locked and written with
 * it; settle_at_ms is when a part of it is due next, null if none is. At most one canary is active
 * and one experiment runs at a time, as the partial unique indexes ensure. engine_arm_stats sums
 * rewards and their squares, for mean and variance. engine_policies has tables of optimal intervals
 * by their inputs; those with an empty user_id apply to all learners without weights of their own.
 */
export const engineService: Migration = {
  name: "0017-engine-service",
  statements: [
    `alter table engine_states add column batches_json text`,
    `alter table engine_states add column settle_at_ms integer`,
    `create index engine_states_settle on engine_states (settle_at_ms)
      where settle_at_ms is not null`,
    `alter table engine_events add column experiment_arm text`,
    `create table engine_policies (
      user_id text not null,
      basis text not null,
      policy_json text not null,
      solved_at_ms integer not null,
      primary key (user_id, basis)
    )`,
    `create table engine_canaries (
      id serial_key,
      version_hash text not null,
      percent real not null,
      force_user_ids_json text not null,
      min_account_age_days integer,
      prefer_active integer not null,
      web_only integer not null,
      auto_scale_24h integer not null,
      status text not null,
      started_at_ms integer not null,
      scaled_at_ms integer not null,
      ended_at_ms integer,
      verdict_json text
    )`,
    `create unique index engine_canaries_active on engine_canaries (status)
      where status = 'active'`,
    `create table engine_arm_stats (
      canary_id integer not null,
      arm text not null,
      answers integer not null,
      reward_sum real not null,
      reward_squares real not null,
      anomalies integer not null,
      primary key (canary_id, arm)
    ) clustered`,
    `create table experiments (
      id text primary key,
      name text not null,
      status text not null,
      treatment_patch_json text not null,
      primary_metric text not null,
      guardrail_metrics_json text not null,
      min_sample integer not null,
      alpha real not null,
      mde real not null,
      traffic_pct real not null,
      started_at_ms integer not null,
      concluded_at_ms integer,
      version_hash text not null,
      conclusion_json text
    )`,
    `create unique index experiments_running on experiments (status) where status = 'running'`,
    `create index experiments_time on experiments (started_at_ms, id)`,
    `create table experiment_arms (
      experiment_id text not null,
      user_id text not null,
      arm text not null,
      exposed_day text not null,
      exposed_at_ms integer not null,
      primary key (experiment_id, user_id)
    ) clustered`,
    `create index experiment_arms_user on experiment_arms (user_id)`,
  ],
};
