import type { Database } from "../../../platform/database/tables.ts";

export async function findOwnCenterUrl(db: Database, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("wordbook_center_settings")
    .select("url")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.url ?? undefined;
}

export async function saveOwnCenterUrl(
  db: Database,
  userId: string,
  url: string | null,
): Promise<void> {
  await db
    .insertInto("wordbook_center_settings")
    .values({ user_id: userId, url })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ url }))
    .execute();
}
