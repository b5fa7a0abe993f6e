import type { Migration } from "./migration.ts";

/**
 * Two additions that keep people from being locked out: the device that last renewed a session, so
 * that it can get a successor again if the reply was lost; and advice from requests for operators,
 * shown by the console and `doctor`, one row per kind, see traffic-notes.ts.
 */
export const lockedOut: Migration = {
  name: "0056-locked-out",
  statements: [
    `alter table sessions add column device_mark text`,
    `create table traffic_notes (
      kind text primary key,
      first_at_ms integer not null,
      last_at_ms integer not null
    ) clustered`,
  ],
};
