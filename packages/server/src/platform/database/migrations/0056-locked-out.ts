import type { Migration } from "./migration.ts";

/**
 * Two things that keep people from being locked out. The device that renewed a session last, so
 * that it gets a successor again when the reply was lost. And what requests told that an operator
 * should know, for the console and `doctor`: one row for each kind, see traffic-notes.ts.
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
