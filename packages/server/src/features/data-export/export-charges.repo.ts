import type { Database } from "../../platform/database/tables.ts";

/**
 * Takes the one export the learner has, unless it was taken after `chargedBeforeMs`.
 *
 * One statement, so that of two requests at once one comes too late.
 */
export async function chargeExport(
  db: Database,
  charge: { userId: string; nowMs: number; chargedBeforeMs: number },
): Promise<boolean> {
  const charged = await db
    .insertInto("data_exports")
    .values({ user_id: charge.userId, charged_at_ms: charge.nowMs })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ charged_at_ms: charge.nowMs })
        .where("data_exports.charged_at_ms", "<=", charge.chargedBeforeMs),
    )
    .executeTakeFirst();
  return Number(charged.numInsertedOrUpdatedRows ?? 0n) > 0;
}

export async function findChargeMs(db: Database, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("data_exports")
    .select("charged_at_ms")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.charged_at_ms;
}

/** Gives an export back; a later one stays charged. */
export async function refundExport(
  db: Database,
  userId: string,
  chargedAtMs: number,
): Promise<void> {
  await db
    .deleteFrom("data_exports")
    .where("user_id", "=", userId)
    .where("charged_at_ms", "=", chargedAtMs)
    .execute();
}
