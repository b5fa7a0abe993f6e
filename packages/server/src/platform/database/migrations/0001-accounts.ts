import type { Migration } from "./migration.ts";

/** Accounts, the active sign-ins behind all tokens, and the audit log of administrators. */
export const accounts: Migration = {
  name: "0001-accounts",
  statements: [
    `create table users (
      id text primary key,
      email text not null unique,
      username text not null,
      password_hash text not null,
      role text not null default 'user',
      is_banned integer not null default 0,
      failed_logins integer not null default 0,
      locked_until_ms integer,
      created_at_ms integer not null,
      updated_at_ms integer not null,
      last_login_at_ms integer
    )`,
    `create table admins (
      id text primary key,
      email text not null unique,
      password_hash text not null,
      role text not null,
      failed_logins integer not null default 0,
      locked_until_ms integer,
      created_at_ms integer not null,
      updated_at_ms integer not null
    )`,
    // At most one row can be the first administrator, however many setups run concurrently.
    `create table first_admin (
      slot integer primary key,
      admin_id text not null
    )`,
    // refresh_id is the jti of the only valid refresh token; the previous one is kept to
    // distinguish a harmless race from a stolen token.
    `create table sessions (
      id text primary key,
      kind text not null,
      account_id text not null,
      refresh_id text,
      previous_refresh_id text,
      rotated_at_ms integer,
      created_at_ms integer not null,
      expires_at_ms integer not null
    )`,
    `create index sessions_account on sessions (kind, account_id, created_at_ms)`,
    `create index sessions_expiry on sessions (expires_at_ms)`,
    `create table password_resets (
      token_hash text primary key,
      user_id text not null,
      made_by text not null,
      created_at_ms integer not null,
      expires_at_ms integer not null,
      used_at_ms integer
    )`,
    `create index password_resets_user on password_resets (user_id)`,
    `create table audit_log (
      id serial_key,
      admin_id text,
      action text not null,
      target_type text,
      target_id text,
      metadata_json text not null,
      outcome text not null,
      error text,
      from_version text,
      to_version text,
      channel text,
      started_at_ms integer not null,
      completed_at_ms integer
    )`,
    `create index audit_log_action on audit_log (action, id)`,
    `create index audit_log_target on audit_log (target_type, target_id, id)`,
    // Settings changed by an administrator at run time; a row overrides the environment.
    `create table system_settings (
      key text primary key,
      value_json text not null,
      updated_at_ms integer not null
    )`,
    `create table preferences (
      user_id text primary key,
      theme text not null default 'system',
      language text not null default 'en',
      notification_enabled integer not null default 1,
      sound_enabled integer not null default 1,
      time_zone text,
      day_start_hour integer not null default 0
    )`,
  ],
};
