import type { Database } from "../../../platform/database/tables.ts";
import type { WhitelistTable } from "./suggestions.tables.ts";

export async function listWhitelistRows(db: Database): Promise<WhitelistTable[]> {
  return db.selectFrom("advisor_whitelist").selectAll().orderBy("path").execute();
}

export async function upsertWhitelistRow(db: Database, row: WhitelistTable): Promise<void> {
  const { path: _key, ...bounds } = row;
  await db
    .insertInto("advisor_whitelist")
    .values(row)
    .onConflict((conflict) => conflict.column("path").doUpdateSet(bounds))
    .execute();
}

/** @returns whether there was one */
export async function deleteWhitelistRow(db: Database, path: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("advisor_whitelist")
    .where("path", "=", path)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
