import type { Database } from "../../platform/database/tables.ts";

/** Requests a fit of this learner's memory; a request already waiting stays unchanged. */
export async function requestFit(tx: Database, userId: string, nowMs: number): Promise<void> {
  const request = {
    stage: "requested",
    requested_at_ms: nowMs,
    run_after_ms: nowMs,
    attempts: 0,
  } as const;
  await tx
    .insertInto("engine_fits")
    .values({ user_id: userId, ...request })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(request).where("engine_fits.run_after_ms", "is", null),
    )
    .execute();
}
