import type { Migration } from "./migration.ts";

/**
 * The language model's suggestions for the engine's configuration, and the parameters it may
 * change.
 */
export const advisor: Migration = {
  name: "0037-advisor",
  statements: [
    `create table amas_suggestions (
      id serial_key,
      created_at_ms integer not null,
      based_on_version_hash text not null,
      checked_version_id integer not null,
      patch_json text not null,
      former_json text,
      rationale text not null,
      evidence_json text not null,
      status text not null,
      auto_applied_day text,
      decided_by text,
      decided_at_ms integer,
      decision_note text,
      cost_usd real not null,
      tokens_input integer not null,
      tokens_output integer not null,
      confidence real not null
    )`,
    `create index amas_suggestions_status on amas_suggestions (status)`,
    `create index amas_suggestions_auto on amas_suggestions (auto_applied_day)
      where auto_applied_day is not null`,
    `create table advisor_whitelist (
      path text not null primary key,
      min_safe real not null,
      max_safe real not null
    ) clustered`,
    `create table advisor_runs (
      name text not null primary key,
      holder text not null,
      expires_at_ms integer not null
    ) clustered`,
    `create table advisor_budget_alerts (
      month text not null primary key,
      created_at_ms integer not null
    ) clustered`,
  ],
};
