import type { Database } from "../../../platform/database/tables.ts";

/** @returns false if there already was one for this month */
export async function insertBudgetAlert(
  db: Database,
  month: string,
  nowMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("advisor_budget_alerts")
    .values({ month, created_at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}
