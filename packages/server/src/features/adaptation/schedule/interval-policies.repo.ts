import type { Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { EnginePoliciesTable } from "./interval-policies.tables.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type PolicyRow = Selectable<EnginePoliciesTable>;

/** @param owners  learner ids; the empty id means all learners without personal weights */
export async function listPolicies(
  db: Database,
  owners: readonly string[],
  bases: readonly string[],
): Promise<PolicyRow[]> {
  return db
    .selectFrom("engine_policies")
    .selectAll()
    .where(idsIn(db, "user_id", owners))
    .where(idsIn(db, "basis", bases))
    .execute();
}

export async function upsertPolicy(tx: Database, row: PolicyRow): Promise<void> {
  const { policy_json, solved_at_ms } = row;
  await tx
    .insertInto("engine_policies")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "basis"]).doUpdateSet({ policy_json, solved_at_ms }),
    )
    .execute();
}

/** Removes the owner's policies for any other basis that were solved before this time. */
export async function removeOtherPolicies(
  tx: Database,
  { user_id, basis }: Pick<PolicyRow, "user_id" | "basis">,
  beforeMs: number,
): Promise<void> {
  await tx
    .deleteFrom("engine_policies")
    .where("user_id", "=", user_id)
    .where("basis", "<>", basis)
    .where("solved_at_ms", "<", beforeMs)
    .execute();
}
