import type { Migration } from "./migration.ts";

/**
 * Learners' devices, and the app versions an operator requires.
 *
 * user_id is the owner, null until a learner has signed in on the device. model, time_zone,
 * language and profile_json come from the latest telemetry; fingerprint and fingerprint_coarse link
 * devices that are probably the same. banned_at_ms marks a ban; the risk columns hold the flag set
 * by a ban of a linked device or of the owner.
 */
export const devices: Migration = {
  name: "0013-devices",
  statements: [
    `create table devices (
      id text primary key,
      user_id text,
      platform text not null,
      app_version text,
      model text,
      time_zone text,
      language text,
      profile_json text,
      fingerprint text,
      fingerprint_coarse text,
      ip text,
      first_seen_at_ms integer not null,
      last_seen_at_ms integer not null,
      banned_at_ms integer,
      ban_reason text,
      risk_reason text,
      risk_flagged_at_ms integer,
      risk_related_device text
    )`,
    `create index devices_user on devices (user_id, last_seen_at_ms)`,
    `create index devices_seen on devices (last_seen_at_ms, id)`,
    `create index devices_fingerprint on devices (fingerprint)`,
    `create index devices_fingerprint_coarse on devices (fingerprint_coarse)`,
    `create index devices_banned on devices (banned_at_ms)`,
    `create index devices_flagged on devices (risk_flagged_at_ms)`,
    `create table upgrade_policies (
      platform text primary key,
      min_version text,
      suggested_version text,
      grayscale_pct integer not null,
      pwa_silent_update integer not null,
      updated_at_ms integer not null,
      updated_by text not null
    )`,
    `create table upgrade_broadcasts (
      platform text primary key,
      below_version text not null,
      latest_version text not null,
      message text,
      created_at_ms integer not null,
      created_by text not null
    )`,
  ],
};
