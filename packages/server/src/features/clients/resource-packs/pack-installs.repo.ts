import type { Insertable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { PackInstallsTable } from "./pack-installs.tables.ts";

export async function insertPackInstall(
  db: Database,
  row: Insertable<PackInstallsTable>,
): Promise<void> {
  await db.insertInto("pack_installs").values(row).execute();
}

/** @returns number of reports removed, at most the limit */
export async function removePackInstallsBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom("pack_installs")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("pack_installs").select("id").where("created_at_ms", "<", beforeMs).limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
