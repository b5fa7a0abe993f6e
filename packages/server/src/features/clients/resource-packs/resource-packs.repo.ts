import type { PackChannel } from "@wordloom/contract";
import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type {
  PackChannelsTable,
  PackVersionsTable,
  ResourcePacksTable,
} from "./resource-packs.tables.ts";

export type PackRow = Selectable<ResourcePacksTable>;
export type VersionRow = Selectable<PackVersionsTable>;
export type ChannelRow = Selectable<PackChannelsTable>;

/** @param inForceIn  only packs with an active version in this channel; absent: all */
export async function listPackRows(db: Database, inForceIn?: PackChannel): Promise<PackRow[]> {
  const query = db.selectFrom("resource_packs").selectAll().orderBy("pack_id");
  if (inForceIn === undefined) return query.execute();
  const inForce = db
    .selectFrom("resource_pack_channels")
    .select("pack_id")
    .where("channel", "=", inForceIn)
    .where("version", "is not", null);
  return query.where("pack_id", "in", inForce).execute();
}

/** Adds a pack, or updates its time and, if given, its description. */
export async function upsertPack(
  tx: Database,
  pack: { packId: string; description: string | undefined; atMs: number },
): Promise<void> {
  const { packId, description, atMs } = pack;
  const change = { updated_at_ms: atMs, ...(description !== undefined && { description }) };
  await tx
    .insertInto("resource_packs")
    .values({ pack_id: packId, description: "", created_at_ms: atMs, ...change })
    .onConflict((conflict) => conflict.column("pack_id").doUpdateSet(change))
    .execute();
}

export async function insertVersionRow(
  tx: Database,
  row: Insertable<PackVersionsTable>,
): Promise<void> {
  await tx.insertInto("resource_pack_versions").values(row).execute();
}

/** The versions of a pack, live and withdrawn. */
export async function listPackVersions(db: Database, packId: string): Promise<VersionRow[]> {
  return db
    .selectFrom("resource_pack_versions")
    .selectAll()
    .where("pack_id", "=", packId)
    .execute();
}

export async function findPackVersion(
  db: Database,
  packId: string,
  version: string,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom("resource_pack_versions")
    .selectAll()
    .where("pack_id", "=", packId)
    .where("version", "=", version)
    .executeTakeFirst();
}

/** The active version. */
export async function findActiveVersion(
  db: Database,
  packId: string,
  channel: PackChannel,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom("resource_pack_channels as channels")
    .innerJoin("resource_pack_versions as versions", (join) =>
      join
        .onRef("versions.pack_id", "=", "channels.pack_id")
        .onRef("versions.version", "=", "channels.version"),
    )
    .selectAll("versions")
    .where("channels.pack_id", "=", packId)
    .where("channels.channel", "=", channel)
    .executeTakeFirst();
}

export async function findChannelRow(
  tx: Database,
  packId: string,
  channel: PackChannel,
): Promise<ChannelRow | undefined> {
  return tx
    .selectFrom("resource_pack_channels")
    .selectAll()
    .where("pack_id", "=", packId)
    .where("channel", "=", channel)
    .executeTakeFirst();
}

export async function replaceChannelRow(tx: Database, row: ChannelRow): Promise<void> {
  const { pack_id: _pack, channel: _channel, ...content } = row;
  await tx
    .insertInto("resource_pack_channels")
    .values(row)
    .onConflict((conflict) => conflict.columns(["pack_id", "channel"]).doUpdateSet(content))
    .execute();
}

/** The channels in which a version is active. */
export async function listChannelsOf(
  tx: Database,
  packId: string,
  version: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom("resource_pack_channels")
    .select("channel")
    .where("pack_id", "=", packId)
    .where("version", "=", version)
    .orderBy("channel")
    .execute();
  return rows.map(({ channel }) => channel);
}

/** Deactivates this version in every channel. */
export async function clearChannels(tx: Database, packId: string, version: string): Promise<void> {
  await tx
    .updateTable("resource_pack_channels")
    .set({ version: null })
    .where("pack_id", "=", packId)
    .where("version", "=", version)
    .execute();
}

/** @returns false if there is no such live version */
export async function markDeactivated(
  tx: Database,
  packId: string,
  version: string,
  atMs: number,
): Promise<boolean> {
  const result = await tx
    .updateTable("resource_pack_versions")
    .set({ deactivated_at_ms: atMs })
    .where("pack_id", "=", packId)
    .where("version", "=", version)
    .where("deactivated_at_ms", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function listDeactivatedBefore(db: Database, beforeMs: number): Promise<VersionRow[]> {
  return db
    .selectFrom("resource_pack_versions")
    .selectAll()
    .where("deactivated_at_ms", "<", beforeMs)
    .execute();
}

export async function insertPayload(
  tx: Database,
  row: { pack_id: string; version: string; bytes: Uint8Array },
): Promise<void> {
  await tx.insertInto("resource_pack_payloads").values(row).execute();
}

export async function findPayload(
  db: Database,
  packId: string,
  version: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("resource_pack_payloads")
    .select("bytes")
    .where("pack_id", "=", packId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row && Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength);
}

export async function removePayload(db: Database, packId: string, version: string): Promise<void> {
  await db
    .deleteFrom("resource_pack_payloads")
    .where("pack_id", "=", packId)
    .where("version", "=", version)
    .execute();
}

export async function findStoredKey(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom("resource_pack_keys").select("public_key").executeTakeFirst();
  return row?.public_key;
}

export async function replaceStoredKey(tx: Database, publicKey: string): Promise<void> {
  await tx.deleteFrom("resource_pack_keys").execute();
  await insertStoredKey(tx, publicKey);
}

export async function insertStoredKey(tx: Database, publicKey: string): Promise<void> {
  await tx
    .insertInto("resource_pack_keys")
    .values({ name: "in_use", public_key: publicKey })
    .execute();
}
