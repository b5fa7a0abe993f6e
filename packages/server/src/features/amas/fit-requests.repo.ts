import type { Database } from "../../platform/database/tables.ts";

/** Asks for a fit of this learner's memory; one that waits already stays as it is. */
export async function requestFit(tx: Database, userId: string, nowMs: number): Promise<void> {
  const asked = {
    stage: "requested",
    requested_at_ms: nowMs,
    run_after_ms: nowMs,
    attempts: 0,
  } as const;
  await tx
    .insertInto("engine_fits")
    .values({ user_id: userId, ...asked })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(asked).where("engine_fits.run_after_ms", "is", null),
    )
    .execute();
}
