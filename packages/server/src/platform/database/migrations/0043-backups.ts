import type { Migration } from "./migration.ts";

/**
 * The backups found in the folder of each machine. A machine reads its own disk directly; the rows
 * inform other machines, and health checks, which do not read disks.
 */
export const backups: Migration = {
  name: "0043-backups",
  statements: [
    `create table backups (
      host text not null,
      name text not null,
      kind text not null,
      size_bytes integer not null,
      sha256 text not null,
      version text,
      schema_number integer,
      verified integer not null,
      created_at_ms integer not null,
      primary key (host, name)
    ) clustered`,
  ],
};
