import type { Migration } from "./migration.ts";

/**
 * The last restore of this database; no row: it was never restored. One row, with id 1.
 *
 * epoch tells processes that what they hold in memory is of another database. backup_at_ms is when
 * the snapshot was taken: sessions that it knows may have gone on after that (sessions.ts).
 */
export const restores: Migration = {
  name: "0044-restores",
  statements: [
    `create table restores (
      id integer not null primary key,
      epoch text not null,
      backup_at_ms integer not null,
      restored_at_ms integer not null
    )`,
  ],
};
