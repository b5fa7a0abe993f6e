import type { Migration } from "./migration.ts";

/**
 * Configurations that a canary tries before they were ever current. They are not among the
 * versions, because the newest version is the current one, even for an earlier release.
 */
export const engineTrialVersions: Migration = {
  name: "0054-engine-trials",
  statements: [
    `create table engine_config_trials (
      version_hash text primary key,
      parent_version_hash text,
      content_hash text not null,
      snapshot_json text not null,
      author_admin_id text not null,
      note text,
      created_at_ms integer not null
    ) clustered`,
  ],
};
