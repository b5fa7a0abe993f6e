import type { Selectable } from "kysely";
import type { UpgradePoliciesTable } from "./upgrades.tables.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type PolicyRow = Selectable<UpgradePoliciesTable>;

export async function listPolicyRows(db: Database): Promise<PolicyRow[]> {
  return db.selectFrom("upgrade_policies").selectAll().orderBy("platform").execute();
}

export async function upsertPolicy(db: Database, row: PolicyRow): Promise<void> {
  const { platform: _key, ...columns } = row;
  await db
    .insertInto("upgrade_policies")
    .values(row)
    .onConflict((conflict) => conflict.column("platform").doUpdateSet(columns))
    .execute();
}
