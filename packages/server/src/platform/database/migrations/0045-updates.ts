import type { Migration } from "./migration.ts";

/**
 * The list of releases as last fetched, for all processes; which releases were announced; the
 * versions that have run on this database; and which programs can use it.
 *
 * release_list has one row, with id 1; blocked_until_ms is when the source accepts requests again.
 * schema_reader has one row: the lowest schema of programs that can use the database
 * (schema-version.ts).
 */
export const updates: Migration = {
  name: "0045-updates",
  statements: [
    `create table release_list (
      id integer not null primary key,
      url text not null,
      etag text,
      releases_json text not null,
      checked_at_ms integer,
      blocked_until_ms integer
    )`,
    `create table release_news (
      channel text not null,
      tag text not null,
      told_at_ms integer not null,
      primary key (channel, tag)
    ) clustered`,
    `create table versions_run (
      version text not null primary key,
      schema_number integer not null,
      min_reader_schema integer not null,
      first_run_at_ms integer not null
    ) clustered`,
    `create table schema_reader (
      id integer not null primary key,
      min_reader_schema integer not null
    )`,
    `insert into schema_reader (id, min_reader_schema) values (1, 1)`,
    `create index audit_log_updates on audit_log (id)
      where action in ('self_update', 'rollback')`,
  ],
};
