import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { isPast } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { BroadcastsTable, BroadcastStatus } from "./broadcasts.tables.ts";

export type BroadcastRow = Selectable<BroadcastsTable>;

/** Filters dispatched broadcasts. Absent fields match everything. */
export interface BroadcastFilter {
  readonly sinceMs?: number;
  readonly status?: BroadcastStatus;
}

/** The facts about a broadcast needed for statistics. */
export interface BroadcastCounts {
  readonly id: string;
  readonly sent_count: number;
  readonly read_count: number | null;
}

const DISPATCHED = ["sending", "sent", "failed"] as const;

export async function insertBroadcast(
  tx: Database,
  row: Insertable<BroadcastsTable>,
): Promise<void> {
  await tx.insertInto("broadcasts").values(row).execute();
}

export async function findBroadcast(db: Database, id: string): Promise<BroadcastRow | undefined> {
  return db.selectFrom("broadcasts").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Changes a broadcast if it still has the status, and locks it until the end of the transaction.
 *
 * @param from  its status, and its cursor if another sender may be running
 * @returns false if it has changed meanwhile
 */
export async function changeBroadcast(
  tx: Database,
  id: string,
  from: { readonly status: BroadcastStatus; readonly cursor?: string },
  columns: Updateable<BroadcastsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("broadcasts")
    .set(columns)
    .where("id", "=", id)
    .where("status", "=", from.status)
    .$if(from.cursor !== undefined, (query) => query.where("cursor", "=", from.cursor ?? ""))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function addSent(tx: Database, id: string, sent: number): Promise<void> {
  await tx
    .updateTable("broadcasts")
    .set((expression) => ({ sent_count: expression("sent_count", "+", sent) }))
    .where("id", "=", id)
    .execute();
}

/** Scheduled broadcasts, next first. */
export async function listScheduled(
  db: Database,
  { untilMs, limit }: { readonly untilMs?: number; readonly limit: number },
): Promise<BroadcastRow[]> {
  return db
    .selectFrom("broadcasts")
    .selectAll()
    .where("status", "=", "scheduled")
    .$if(untilMs !== undefined, (query) => query.where("scheduled_at_ms", "<=", untilMs ?? 0))
    .orderBy("scheduled_at_ms")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function countScheduled(db: Database): Promise<number> {
  return countRows(db.selectFrom("broadcasts").where("status", "=", "scheduled"));
}

/** Broadcasts in status `sending` without a slice written from `sinceMs` until `latestMs`. */
export async function listAbandoned(
  db: Database,
  { sinceMs, latestMs }: { readonly sinceMs: number; readonly latestMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("broadcasts")
    .select("id")
    .where("status", "=", "sending")
    .where(isPast("touched_at_ms", sinceMs, latestMs))
    .orderBy("started_at_ms")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Dispatched broadcasts with their author's address, newest first. */
export async function listDispatched(
  db: Database,
  filter: BroadcastFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<(BroadcastRow & { readonly author: string | null })[]> {
  return dispatched(db, filter)
    .leftJoin("admins", "admins.id", "broadcasts.created_by")
    .selectAll("broadcasts")
    .select("admins.email as author")
    .orderBy("broadcasts.started_at_ms", "desc")
    .orderBy("broadcasts.id")
    .limit(window.limit)
    .offset(window.offset)
    .execute();
}

export async function countDispatched(db: Database, filter: BroadcastFilter): Promise<number> {
  return countRows(dispatched(db, filter));
}

export async function listCounts(db: Database): Promise<BroadcastCounts[]> {
  return dispatched(db, {}).select(["id", "sent_count", "read_count"]).execute();
}

/** Broadcasts that ended before then and whose readers have not been counted. */
export async function listUncounted(db: Database, beforeMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom("broadcasts")
    .select("id")
    .where("read_count", "is", null)
    .where("finished_at_ms", "<", beforeMs)
    .where("status", "in", ["sent", "failed"])
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * How many learners have read the notifications with these keys. A key without readers is missing.
 * Served by notifications_broadcast_reads, which supports only this form of the condition.
 */
export async function countReads(
  db: Database,
  onceKeys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ once_key: string; count: number | string }>`
    select once_key, count(*) as count from notifications
    where type = 'broadcast' and read_at_ms is not null and ${idsIn(db, "once_key", onceKeys)}
    group by once_key
  `.execute(db);
  return new Map(rows.map((row) => [row.once_key, Number(row.count)]));
}

const NAMED = {
  table: "broadcast_users",
  columns: { broadcast_id: "text", user_id: "text" },
  key: ["broadcast_id", "user_id"],
  onConflict: "ignore",
} as const;

/** Stores the named learners of a broadcast. They have accounts. */
export async function insertNamed(
  tx: Database,
  broadcastId: string,
  userIds: readonly string[],
): Promise<void> {
  const rows = userIds.map((userId) => ({ broadcast_id: broadcastId, user_id: userId }));
  await upsertMany(tx, NAMED, rows);
}

export async function listNamed(
  db: Database,
  broadcastIds: readonly string[],
): Promise<{ broadcast_id: string; user_id: string }[]> {
  return db
    .selectFrom("broadcast_users")
    .selectAll()
    .where(idsIn(db, "broadcast_id", broadcastIds))
    .orderBy("user_id")
    .execute();
}

export async function removeNamed(tx: Database, broadcastId: string): Promise<void> {
  await tx.deleteFrom("broadcast_users").where("broadcast_id", "=", broadcastId).execute();
}

function dispatched(db: Database, { sinceMs, status }: BroadcastFilter) {
  return db
    .selectFrom("broadcasts")
    .where("broadcasts.status", "in", status === undefined ? DISPATCHED : [status])
    .$if(sinceMs !== undefined, (query) =>
      query.where("broadcasts.started_at_ms", ">=", sinceMs ?? 0),
    );
}
