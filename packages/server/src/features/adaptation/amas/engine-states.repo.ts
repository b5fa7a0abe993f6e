import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { EngineStatesTable } from "./amas.tables.ts";
import { readerByKeys } from "../../../platform/database/reader-by-keys.ts";
import { forUpdate, forUpdateOfFree } from "../../../platform/database/row-locks.ts";
import type { Database } from "../../../platform/database/tables.ts";

const COLUMNS = {
  user_id: "text",
  state_json: "text",
  revision: "integer",
  updated_at_ms: "integer",
  batches_json: "text",
  settle_at_ms: "integer",
} as const;

/**
 * Revisions of these learners' engine rows, locked for the rest of the transaction.
 *
 * The lock serializes the answers of one learner across processes. Locking in id order avoids
 * deadlocks between batches. SQLite has one writer anyway.
 */
export const lockRevisions = readerByKeys((tx, userIds: readonly string[]) =>
  forUpdate(tx, revisionsOf(tx, userIds)).compile(),
);

/** Like `lockRevisions`, without waiting: rows locked by another transaction are left out. */
export const lockFreeRevisions = readerByKeys((tx, userIds: readonly string[]) =>
  forUpdateOfFree(tx, revisionsOf(tx, userIds)).compile(),
);

function revisionsOf(tx: Database, userIds: readonly string[]) {
  return tx
    .selectFrom("engine_states")
    .select(["user_id", "revision"])
    .where(idsIn(tx, "user_id", userIds))
    .orderBy("user_id");
}

/** The given learners who have a row. */
export async function listPresent(db: Database, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("engine_states")
    .select("user_id")
    .where(idsIn(db, "user_id", userIds))
    .execute();
  return rows.map((row) => row.user_id);
}

export const listEngineStates = readerByKeys((db, userIds: readonly string[]) =>
  db
    .selectFrom("engine_states")
    .select(["user_id", "state_json", "revision", "batches_json"])
    .where(idsIn(db, "user_id", userIds))
    .compile(),
);

/** Adds rows for learners without one. Existing rows stay unchanged. */
export async function insertEngineStates(
  tx: Database,
  rows: readonly EngineStatesTable[],
): Promise<void> {
  const target = { table: "engine_states", columns: COLUMNS, key: ["user_id"] } as const;
  await upsertMany(tx, { ...target, onConflict: "ignore" }, rows);
}

export async function saveEngineStates(
  tx: Database,
  rows: readonly EngineStatesTable[],
): Promise<void> {
  await upsertMany(tx, { table: "engine_states", columns: COLUMNS, key: ["user_id"] }, rows);
}

/** Makes the learner's batches due at another time, for example after a failure. */
export async function postponeSettlement(
  db: Database,
  userId: string,
  atMs: number,
): Promise<void> {
  const change = { settle_at_ms: atMs };
  await db.updateTable("engine_states").set(change).where("user_id", "=", userId).execute();
}
