import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { EngineStatesTable } from "./amas.tables.ts";
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
export async function lockRevisions(
  tx: Database,
  userIds: readonly string[],
): Promise<{ user_id: string; revision: number }[]> {
  const query = tx
    .selectFrom("engine_states")
    .select(["user_id", "revision"])
    .where(idsIn(tx, "user_id", userIds))
    .orderBy("user_id");
  return forUpdate(tx, query).execute();
}

/** Like `lockRevisions`, without waiting: rows locked by another transaction are left out. */
export async function lockFreeRevisions(
  tx: Database,
  userIds: readonly string[],
): Promise<{ user_id: string; revision: number }[]> {
  const query = tx
    .selectFrom("engine_states")
    .select(["user_id", "revision"])
    .where(idsIn(tx, "user_id", userIds))
    .orderBy("user_id");
  return forUpdateOfFree(tx, query).execute();
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

export async function listEngineStates(
  db: Database,
  userIds: readonly string[],
): Promise<Pick<EngineStatesTable, "user_id" | "state_json" | "revision" | "batches_json">[]> {
  return db
    .selectFrom("engine_states")
    .select(["user_id", "state_json", "revision", "batches_json"])
    .where(idsIn(db, "user_id", userIds))
    .execute();
}

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
