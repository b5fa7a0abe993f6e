import type { Migration } from "./migration.ts";

/**
 * Learners' profiles, and the times of their data exports.
 *
 * avatar_type is the file extension of the picture, null without one. A row of data_exports counts
 * the one export allowed per day; it is removed if the export fails because of an internal error.
 */
export const profile: Migration = {
  name: "0007-profile",
  statements: [
    `alter table users add column avatar_type text`,
    `create table user_profiles (
      user_id text primary key,
      reward_type text not null,
      updated_at_ms integer not null
    )`,
    `create table data_exports (
      user_id text primary key,
      charged_at_ms integer not null
    )`,
  ],
};
