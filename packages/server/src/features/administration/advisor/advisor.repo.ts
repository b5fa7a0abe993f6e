import { isPast, latestStoredMs } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";

/**
 * @param run.lastsMs  the longest that a run may take
 * @returns false if another run is in progress
 */
export async function insertRun(
  db: Database,
  run: { readonly holder: string; readonly lastsMs: number },
  nowMs: number,
): Promise<boolean> {
  const values = { holder: run.holder, expires_at_ms: nowMs + run.lastsMs };
  const isOver = isPast("advisor_runs.expires_at_ms", nowMs, latestStoredMs(nowMs, run.lastsMs));
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("advisor_runs")
    .values({ name: "run", ...values })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(values).where(isOver))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteRun(db: Database, holder: string): Promise<void> {
  await db.deleteFrom("advisor_runs").where("holder", "=", holder).execute();
}
