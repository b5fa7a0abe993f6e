import type { Database } from "../../../platform/database/tables.ts";

/**
 * Uses the learner's export, unless it was used after `chargedBeforeMs`. A use after `aheadFromMs`
 * was recorded while the clock was ahead, and does not count.
 *
 * One statement, so that only one of two concurrent requests succeeds.
 */
export async function chargeExport(
  db: Database,
  charge: { userId: string; nowMs: number; chargedBeforeMs: number; aheadFromMs: number },
): Promise<boolean> {
  const charged = await db
    .insertInto("data_exports")
    .values({ user_id: charge.userId, charged_at_ms: charge.nowMs })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ charged_at_ms: charge.nowMs })
        .where((where) =>
          where.or([
            where("data_exports.charged_at_ms", "<=", charge.chargedBeforeMs),
            where("data_exports.charged_at_ms", ">", charge.aheadFromMs),
          ]),
        ),
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

/** Undoes a charge, unless a later one has replaced it. */
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
