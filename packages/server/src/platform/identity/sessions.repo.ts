import type { Insertable, Selectable } from "kysely";
import { idsIn } from "../database/bulk.ts";
import type { DeviceNote } from "./device-note.ts";
import type { SessionsTable } from "../database/tables.ts";
import type { Database } from "../database/tables.ts";

export type SessionRow = Selectable<SessionsTable>;

export async function findSessionRow(db: Database, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function listLiveSessionIds(
  db: Database,
  ids: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("sessions")
    .select("id")
    .where(idsIn(db, "id", ids))
    .where("expires_at_ms", ">", nowMs)
    .execute();
  return rows.map((row) => row.id);
}

/** A learner's sessions that have not expired, latest first. Served by sessions_account. */
export async function listLearnerSessions(
  db: Database,
  learnerId: string,
  nowMs: number,
): Promise<SessionRow[]> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("kind", "=", "learner")
    .where("account_id", "=", learnerId)
    .where("expires_at_ms", ">", nowMs)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** An administrator's sessions that have not expired, latest first. Served by sessions_account. */
export async function listAdminSessionRows(
  db: Database,
  adminId: string,
  nowMs: number,
): Promise<SessionRow[]> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("kind", "=", "admin")
    .where("account_id", "=", adminId)
    .where("expires_at_ms", ">", nowMs)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * @param adminId  undefined for any administrator. @returns the owner of the session, if it existed
 */
export async function removeAdminSession(
  db: Database,
  id: string,
  adminId: string | undefined,
): Promise<string | undefined> {
  const removed = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("kind", "=", "admin")
    .$if(adminId !== undefined, (query) => query.where("account_id", "=", adminId ?? ""))
    .returning("account_id")
    .executeTakeFirst();
  return removed?.account_id;
}

/** Notes a request unless one was noted after `beforeMs`. */
export async function noteSessionSeen(
  db: Database,
  id: string,
  nowMs: number,
  beforeMs: number,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_seen_at_ms: nowMs })
    .where("id", "=", id)
    .where((where) =>
      where.or([where("last_seen_at_ms", "is", null), where("last_seen_at_ms", "<=", beforeMs)]),
    )
    .execute();
}

export async function insertSession(db: Database, row: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto("sessions").values(row).execute();
}

/** Removes all but the newest `keep` sessions of a learner. */
export async function removeOldestSessions(
  db: Database,
  learnerId: string,
  keep: number,
): Promise<string[]> {
  const newest = db
    .selectFrom("sessions")
    .select("id")
    .where("kind", "=", "learner")
    .where("account_id", "=", learnerId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(keep);
  const removed = await db
    .deleteFrom("sessions")
    .where("kind", "=", "learner")
    .where("account_id", "=", learnerId)
    .where("id", "not in", newest)
    .returning("id")
    .execute();
  return removed.map((row) => row.id);
}

/**
 * Replaces the presented refresh id with the next one. A single statement, so of two concurrent
 * callers exactly one wins.
 *
 * @returns whether the presented id was still the current one
 */
export async function replaceRefreshId(
  db: Database,
  sessionId: string,
  presented: string,
  next: {
    readonly refreshId: string;
    readonly spent: string;
    readonly nowMs: number;
    readonly expiresAtMs: number;
    readonly device: DeviceNote;
  },
): Promise<boolean> {
  const { platform, label, mark = null } = next.device;
  const changed = await db
    .updateTable("sessions")
    .set({
      refresh_id: next.refreshId,
      previous_refresh_id: next.spent,
      rotated_at_ms: next.nowMs,
      expires_at_ms: next.expiresAtMs,
      ...(platform !== null && { platform }),
      ...(label !== null && { device_label: label }),
      device_mark: mark,
    })
    .where("id", "=", sessionId)
    .where("refresh_id", "=", presented)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function removeSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", id).execute();
}

/** @returns whether the learner had this session */
export async function removeLearnerSession(
  db: Database,
  learnerId: string,
  id: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("kind", "=", "learner")
    .where("account_id", "=", learnerId)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Removes a learner's sessions except one. @returns number removed */
export async function removeOtherSessions(
  db: Database,
  learnerId: string,
  keptId: string,
): Promise<number> {
  const removed = await db
    .deleteFrom("sessions")
    .where("kind", "=", "learner")
    .where("account_id", "=", learnerId)
    .where("id", "<>", keptId)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

export async function removeSessionsOf(
  db: Database,
  kind: SessionsTable["kind"],
  accountId: string,
): Promise<number> {
  const removed = await db
    .deleteFrom("sessions")
    .where("kind", "=", kind)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

/** @returns number of sessions removed, at most the limit */
export async function removeExpiredSessions(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<number> {
  const removed = await db
    .deleteFrom("sessions")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("sessions").select("id").where("expires_at_ms", "<=", nowMs).limit(limit),
    )
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
