import type { Database } from "../../platform/database/tables.ts";

export async function listBannedIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("devices")
    .select("id")
    .where("banned_at_ms", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}
