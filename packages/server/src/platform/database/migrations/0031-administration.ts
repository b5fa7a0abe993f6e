import type { Migration } from "./migration.ts";

/**
 * API keys, details of administrators' sign-ins, and the filters of the audit log.
 *
 * Only the SHA-256 of a key is stored. After a rotation the old key may work until
 * previous_until_ms. life_ms is the original lifetime of the key; null: unlimited.
 */
export const administration: Migration = {
  name: "0031-administration",
  statements: [
    `create table api_keys (
      id text not null primary key,
      name text not null,
      prefix text not null unique,
      key_hash text not null,
      previous_hash text,
      previous_until_ms integer,
      scopes text not null,
      created_by text not null,
      created_at_ms integer not null,
      life_ms integer,
      expires_at_ms integer,
      last_used_at_ms integer,
      last_used_ip text,
      revoked_at_ms integer
    )`,
    `create index api_keys_admin on api_keys (created_by)`,
    `alter table sessions add column ip text`,
    `alter table sessions add column user_agent text`,
    `alter table sessions add column last_seen_at_ms integer`,
    `create index audit_log_admin on audit_log (admin_id, id)`,
    `create index audit_log_time on audit_log (started_at_ms)`,
    `update audit_log set outcome = 'failed' where outcome = 'failure'`,
    `update audit_log set target_type = 'probe' where target_type = 'probe_batch'`,
    `update audit_log set target_type = 'canary' where target_type = 'engine_config_version'`,
  ],
};
