import type { Selectable } from "kysely";
import type { UpgradeBroadcastsTable } from "./upgrades.tables.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type UpgradeBroadcastRow = Selectable<UpgradeBroadcastsTable>;

export async function listUpgradeBroadcasts(db: Database): Promise<UpgradeBroadcastRow[]> {
  return db.selectFrom("upgrade_broadcasts").selectAll().orderBy("platform").execute();
}

export async function upsertUpgradeBroadcast(
  db: Database,
  row: UpgradeBroadcastRow,
): Promise<void> {
  const { platform: _key, ...columns } = row;
  await db
    .insertInto("upgrade_broadcasts")
    .values(row)
    .onConflict((conflict) => conflict.column("platform").doUpdateSet(columns))
    .execute();
}

/** @returns the broadcast that was removed, if any */
export async function deleteUpgradeBroadcast(
  db: Database,
  platform: string,
): Promise<UpgradeBroadcastRow | undefined> {
  return db
    .deleteFrom("upgrade_broadcasts")
    .where("platform", "=", platform)
    .returningAll()
    .executeTakeFirst();
}

/** Number of registered devices of a platform with an owner, by version. */
export async function countVersions(
  db: Database,
  platform: string,
): Promise<{ version: string | null; count: number }[]> {
  const rows = await db
    .selectFrom("devices")
    .select(["app_version as version", (on) => on.fn.countAll<number | string>().as("count")])
    .where("platform", "=", platform)
    .where("user_id", "is not", null)
    .groupBy("app_version")
    .execute();
  return rows.map(({ version, count }) => ({ version, count: Number(count) }));
}
