import type { Migration } from "./migration.ts";

/**
 * Resource packs. The bytes are in the database, so that processes need no shared folder; each
 * keeps a cache of files.
 */
export const resourcePacks: Migration = {
  name: "0039-resource-packs",
  statements: [
    `create table resource_packs (
      pack_id text not null primary key,
      description text not null,
      created_at_ms integer not null,
      updated_at_ms integer not null
    )`,
    // Rows remain after their bytes are removed, so that a version never refers to other bytes.
    `create table resource_pack_versions (
      pack_id text not null,
      version text not null,
      channel text not null,
      sha256 text not null,
      signature text not null,
      size_bytes integer not null,
      min_app_version text,
      published_at_ms integer not null,
      deactivated_at_ms integer,
      primary key (pack_id, version)
    )`,
    `create table resource_pack_payloads (
      pack_id text not null,
      version text not null,
      bytes blob not null,
      primary key (pack_id, version)
    )`,
    `create table resource_pack_channels (
      pack_id text not null,
      channel text not null,
      version text,
      last_broadcast_at_ms integer,
      primary key (pack_id, channel)
    )`,
    `create table resource_pack_keys (
      name text not null primary key,
      public_key text not null
    )`,
  ],
};
