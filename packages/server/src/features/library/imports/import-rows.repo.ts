import type { Insertable, Selectable, Updateable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import type { ImportsTable } from "./imports.tables.ts";

const HIDDEN = ["uploading", "deleting"] as const;

export type ImportRow = Selectable<ImportsTable>;

/** The learner for whom a worker acts. */
export function learnerOf({ user_id: id }: Pick<ImportRow, "user_id">): Learner {
  return { kind: "learner", id, sessionId: "" };
}

/** The import and its learner, by their ids. */
export function ofRow({ id, user_id: userId }: ImportRow) {
  return { userId, importId: id };
}

export async function insertImport(tx: Database, row: Insertable<ImportsTable>): Promise<void> {
  await tx.insertInto("imports").values(row).execute();
}

/** @returns undefined if the learner has no such import */
export async function findImport(
  db: Database,
  userId: string,
  id: string,
): Promise<ImportRow | undefined> {
  return db
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "not in", HIDDEN)
    .executeTakeFirst();
}

/** The learner's imports, newest first. */
export async function listImportsOf(db: Database, userId: string): Promise<ImportRow[]> {
  return db
    .selectFrom("imports")
    .selectAll()
    .where("user_id", "=", userId)
    .where("state", "not in", HIDDEN)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** The states of all imports of a learner, files that are arriving included. */
export async function listStatesOf(db: Database, userId: string): Promise<ImportRow["state"][]> {
  const rows = await db
    .selectFrom("imports")
    .select("state")
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ state }) => state);
}

/** The import that has waited longest in one of these states. */
export async function findNextImport(
  db: Database,
  states: readonly ImportRow["state"][],
): Promise<ImportRow | undefined> {
  return db
    .selectFrom("imports")
    .selectAll()
    .where("state", "in", states)
    .orderBy("changed_at_ms")
    .limit(1)
    .executeTakeFirst();
}

/** Changes an import that is still in one of these states. @returns false if it is not */
export async function updateImport(
  db: Database,
  id: string,
  from: readonly ImportRow["state"][],
  change: Updateable<ImportsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set(change)
    .where("id", "=", id)
    .where("state", "in", from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function removeImport(tx: Database, id: string): Promise<void> {
  await tx.deleteFrom("imports").where("id", "=", id).execute();
}

/**
 * Dates imports now that were changed while the clock was ahead, so that they are kept as long as
 * all others: neither until that time nor only until now.
 */
export async function redateImports(db: Database, nowMs: number, latestMs: number): Promise<void> {
  await db
    .updateTable("imports")
    .set({ changed_at_ms: nowMs })
    .where("changed_at_ms", ">", latestMs)
    .execute();
}

/** Imports in these states that nothing has changed since `sinceMs`, oldest first. */
export async function listSilentImports(
  db: Database,
  states: readonly ImportRow["state"][],
  sinceMs: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", states)
    .where("changed_at_ms", "<", sinceMs)
    .orderBy("changed_at_ms")
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}
