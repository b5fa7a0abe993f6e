import type { Database } from "../../../platform/database/tables.ts";

/** Does nothing if the token is already stored. */
export async function insertSetupToken(
  db: Database,
  row: { sha256: string; created_at_ms: number },
): Promise<void> {
  await db
    .insertInto("setup_tokens")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasSetupToken(db: Database, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom("setup_tokens")
    .select("sha256")
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes all but the newest. */
export async function trimSetupTokens(db: Database, kept: number): Promise<void> {
  await db
    .deleteFrom("setup_tokens")
    .where("sha256", "not in", (newest) =>
      newest
        .selectFrom("setup_tokens")
        .select("sha256")
        .orderBy("created_at_ms", "desc")
        .orderBy("sha256")
        .limit(kept),
    )
    .execute();
}
