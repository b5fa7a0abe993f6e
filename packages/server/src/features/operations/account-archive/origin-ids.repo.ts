import { idsIn, upsertMany, type BulkTarget } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

const ORIGINS: BulkTarget = {
  table: "brought_ids",
  columns: { user_id: "text", id: "text", origin_id: "text" },
  key: ["user_id", "id"],
  onConflict: "ignore",
};

/** Remembers the first ids of rows of the learner's, by their ids here. */
export async function insertOrigins(
  tx: Database,
  userId: string,
  origins: readonly (readonly [id: string, origin: string])[],
): Promise<void> {
  const rows = origins.map(([id, origin]) => ({ user_id: userId, id, origin_id: origin }));
  await upsertMany(tx, ORIGINS, rows);
}

/** The first ids of those of these rows that have another one here. */
export async function listOrigins(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("brought_ids")
    .select(["id", "origin_id"])
    .where("user_id", "=", userId)
    .where(idsIn(db, "id", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.origin_id]));
}

export async function removeOrigins(
  tx: Database,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("brought_ids")
    .where("user_id", "=", userId)
    .where(idsIn(tx, "id", ids))
    .execute();
}
