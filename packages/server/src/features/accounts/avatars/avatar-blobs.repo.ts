import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { AvatarBlobsTable } from "./avatars.tables.ts";

/** The metadata of a picture, available without reading it. */
export type AvatarStamp = Pick<Selectable<AvatarBlobsTable>, "type" | "sha256">;

export async function findAvatarStamp(
  db: Database,
  userId: string,
): Promise<AvatarStamp | undefined> {
  return db
    .selectFrom("avatar_blobs")
    .select(["type", "sha256"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** @returns undefined if this learner has no such picture (any more) */
export async function findAvatarBytes(
  db: Database,
  userId: string,
  sha256: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("avatar_blobs")
    .select("bytes")
    .where("user_id", "=", userId)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row && Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength);
}

/** Replaces the learner's picture. */
export async function replaceAvatarBlob(
  tx: Database,
  row: Insertable<AvatarBlobsTable>,
): Promise<void> {
  const { user_id: _key, ...content } = row;
  await tx
    .insertInto("avatar_blobs")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(content))
    .execute();
}

/** Does nothing if the learner has a picture. */
export async function insertAvatarBlobOnce(
  tx: Database,
  row: Insertable<AvatarBlobsTable>,
): Promise<void> {
  await tx
    .insertInto("avatar_blobs")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
