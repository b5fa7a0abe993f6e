import type { Migration } from "./migration.ts";

/**
 * The last restore of this database: one row with id 1, or none if it was never restored.
 *
 * epoch shows processes that what they hold in memory belongs to another database. backup_at_ms is
 * when the snapshot was taken; sessions in it may have continued after that (sessions.ts).
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
