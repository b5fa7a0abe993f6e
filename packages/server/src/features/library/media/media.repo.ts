import { sql, type Insertable, type Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { MediaTable } from "./media.tables.ts";

/** What is known of a file without reading it. */
export type MediaRow = Selectable<MediaTable>;

/** Whose files: a learner's id, or null for the library. */
export type MediaOwner = string | null;

function isOf(owner: MediaOwner) {
  return sql<boolean>`coalesce(user_id, '') = ${owner ?? ""}`;
}

/** A file that the learner may read: their own, or one of the library. */
export async function findReadableMedia(
  db: Database,
  learnerId: string,
  id: string,
): Promise<MediaRow | undefined> {
  const [row] = await listReadableMedia(db, learnerId, [id]);
  return row;
}

/** Files by their ids: the learner's own, and recordings of the library. */
export async function listReadableMedia(
  db: Database,
  learnerId: string,
  ids: readonly string[],
): Promise<MediaRow[]> {
  return db
    .selectFrom("media")
    .selectAll()
    .where(idsIn(db, "id", ids))
    .where((is) => is.or([is("user_id", "=", learnerId), is("user_id", "is", null)]))
    .execute();
}

/** A content by its hash. */
export async function findMediaBytes(db: Database, sha256: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("media_blobs")
    .select("bytes")
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row && Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength);
}

/** Files with these contents. */
export async function listMediaByContent(
  db: Database,
  owner: MediaOwner,
  hashes: readonly string[],
): Promise<MediaRow[]> {
  return db
    .selectFrom("media")
    .selectAll()
    .where(isOf(owner))
    .where(idsIn(db, "sha256", hashes))
    .execute();
}

/** Bytes of all files together; a content that others have counts in full. */
export async function sumMediaBytes(db: Database, owner: MediaOwner): Promise<number> {
  const row = await db
    .selectFrom("media")
    .select((of) => of.fn.sum<number | string | null>("size_bytes").as("bytes"))
    .where("user_id", owner === null ? "is" : "=", owner)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/**
 * Stores a content, unless it is there, and keeps it from being removed until the end of the
 * transaction.
 */
export async function holdBlob(tx: Database, sha256: string, bytes: Uint8Array): Promise<void> {
  await tx
    .insertInto("media_blobs")
    .values({ sha256, bytes })
    // Only an update locks the row.
    .onConflict((conflict) => conflict.column("sha256").doUpdateSet({ sha256 }))
    .execute();
}

export async function insertMedia(tx: Database, row: Insertable<MediaTable>): Promise<void> {
  await tx.insertInto("media").values(row).execute();
}

/** @returns the ids of those that were there */
export async function removeMedia(
  tx: Database,
  owner: MediaOwner,
  ids: readonly string[],
): Promise<string[]> {
  const removed = await tx
    .deleteFrom("media")
    .where(isOf(owner))
    .where(idsIn(tx, "id", ids))
    .returning("id")
    .execute();
  const gone = removed.map(({ id }) => id);
  await tx
    .deleteFrom("media_sources")
    .where(idsIn(tx, "media_id", gone))
    .execute();
  await tx
    .deleteFrom("word_media")
    .where(idsIn(tx, "media_id", gone))
    .execute();
  return gone;
}
