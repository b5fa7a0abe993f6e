import type { FittedWeights } from "@wordloom/engine";
import type { Selectable, Updateable } from "kysely";
import type { EngineFitsTable } from "./fit-requests.tables.ts";
import { isPast } from "../../../platform/database/stored-times.ts";
import { forUpdateOfFree } from "../../../platform/database/row-locks.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";

/** Requests a fit of this learner's memory. A request that already waits stays unchanged. */
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

/** Stores a fit that was made without a request. A request or fit of this learner is void by it. */
export async function storeFit(
  tx: Database,
  userId: string,
  fitted: FittedWeights,
  nowMs: number,
): Promise<void> {
  const done = {
    stage: "done",
    run_after_ms: null,
    attempts: 0,
    fitted_at_ms: nowMs,
    reviews: fitted.n,
    weights_json: JSON.stringify(fitted.weights),
    report_json: JSON.stringify({ fitted, wordsChanged: 0, wordsKept: 0 }),
  } as const;
  await tx
    .insertInto("engine_fits")
    .values({ user_id: userId, requested_at_ms: nowMs, ...done })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(done))
    .execute();
}

/**
 * Reapplies the learner's last fit because recall targets, and with them the dates of all words,
 * have changed. Does nothing without a fit or while one waits.
 */
export async function requestNewDates(tx: Database, userId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable("engine_fits")
    .set({ stage: "applying", run_after_ms: nowMs, attempts: 0 })
    .where("user_id", "=", userId)
    .where("report_json", "is not", null)
    .where("run_after_ms", "is", null)
    .execute();
}

export type FitRow = Selectable<EngineFitsTable>;

/**
 * The fit that has been due longest, locked for the rest of the transaction, skipping one that
 * another process is taking. undefined if none is due.
 *
 * @param latestMs  the latest time to which a fit can be postponed
 */
export async function lockWaitingFit(
  tx: OpenTransaction,
  { nowMs, latestMs }: { readonly nowMs: number; readonly latestMs: number },
): Promise<FitRow | undefined> {
  const query = tx
    .selectFrom("engine_fits")
    .selectAll()
    .where("run_after_ms", "is not", null)
    .where(isPast("run_after_ms", nowMs, latestMs))
    .orderBy("run_after_ms")
    .orderBy("user_id")
    .limit(1);
  return forUpdateOfFree(tx, query).executeTakeFirst();
}

export async function findFit(db: Database, userId: string): Promise<FitRow | undefined> {
  return db.selectFrom("engine_fits").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

export async function updateFit(
  db: Database,
  userId: string,
  change: Updateable<EngineFitsTable>,
): Promise<void> {
  await db.updateTable("engine_fits").set(change).where("user_id", "=", userId).execute();
}

/** Learners with fitted weights after this id, in id order. */
export async function listFittedLearners(
  db: Database,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("engine_fits")
    .select("user_id")
    .where("user_id", ">", after)
    .where("weights_json", "is not", null)
    .orderBy("user_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}
