import { sql, type Insertable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { AuditLogTable } from "./audit.tables.ts";
import { contains } from "../../../platform/database/text-match.ts";

/** @returns the id of the entry */
export async function insertAuditEntry(
  db: Database,
  row: Insertable<AuditLogTable>,
): Promise<number> {
  const { id } = await db
    .insertInto("audit_log")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Ids of the latest entries about a target since a time, latest first. */
export async function listRecentIds(
  tx: Database,
  about: { readonly action: string; readonly targetId: string; readonly sinceMs: number },
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .selectFrom("audit_log")
    .select("id")
    .where("target_type", "=", "user")
    .where("target_id", "=", about.targetId)
    .where("action", "=", about.action)
    .where("started_at_ms", ">=", about.sinceMs)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateAuditAfter(
  tx: Database,
  id: number,
  after_json: string | null,
): Promise<void> {
  await tx.updateTable("audit_log").set({ after_json }).where("id", "=", id).execute();
}

/** Records the end of an entry that is in progress. @returns whether it was in progress */
export async function finishAuditEntry(
  db: Database,
  id: number,
  end: Pick<AuditLogTable, "outcome" | "error" | "completed_at_ms">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("audit_log")
    .set(end)
    .where("id", "=", id)
    .where("outcome", "=", "in_progress")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records the end of all entries of some actions that are still in progress. */
export async function finishOpenEntries(
  db: Database,
  actions: readonly string[],
  end: Pick<AuditLogTable, "outcome" | "error" | "completed_at_ms">,
): Promise<void> {
  await db
    .updateTable("audit_log")
    .set(end)
    .where("action", "in", actions)
    .where("outcome", "=", "in_progress")
    .execute();
}

/** Removes a learner's id from the targets of entries. */
export async function removeAuditTarget(tx: Database, targetId: string): Promise<void> {
  await tx
    .updateTable("audit_log")
    .set({ target_id: null })
    .where("target_type", "=", "user")
    .where("target_id", "=", targetId)
    .execute();
}

/** The former and new states of a learner in entries of these actions. */
export async function listAuditStates(
  tx: Database,
  userId: string,
  actions: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom("audit_log")
    .select(["before_json", "after_json"])
    .where("target_type", "=", "user")
    .where("target_id", "=", userId)
    .where("action", "in", actions)
    .execute();
  return rows.flatMap((row) => [row.before_json, row.after_json]).filter((json) => json !== null);
}

export async function clearAuditStates(
  tx: Database,
  userId: string,
  actions: readonly string[],
): Promise<void> {
  await tx
    .updateTable("audit_log")
    .set({ before_json: null, after_json: null })
    .where("target_type", "=", "user")
    .where("target_id", "=", userId)
    .where("action", "in", actions)
    .execute();
}

/** Clears addresses and sessions of a learner's own actions. */
export async function clearAuditOrigins(tx: Database, userId: string): Promise<void> {
  await tx
    .updateTable("audit_log")
    .set({ ip: null, session_id: null })
    .where("target_type", "=", "user")
    .where("target_id", "=", userId)
    .where("admin_id", "is", null)
    .execute();
}

/** Replaces a text in the metadata and the states wherever it is an entire value. */
export async function replaceInAuditMetadata(
  tx: Database,
  value: string,
  replacement: string,
): Promise<void> {
  const [old, fresh] = [JSON.stringify(value), JSON.stringify(replacement)];
  for (const column of ["metadata_json", "before_json", "after_json"].map((name) =>
    sql.ref(name),
  )) {
    await sql`
      update audit_log set ${column} = replace(${column}, ${old}, ${fresh})
      where ${contains(column, old)}
    `.execute(tx);
  }
}
