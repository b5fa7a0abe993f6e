import type { Migration } from "./migration.ts";

/**
 * What learners show of themselves and choose for themselves, and when they last took their data.
 *
 * avatar_type is the ending of the picture's file, null without a picture. A row of data_exports
 * is the one export a day may have; it is taken back when the export fails through our fault.
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
