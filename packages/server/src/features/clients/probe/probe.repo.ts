import { sql, type Insertable, type Selectable } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { isPast } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { ProbeBatchesTable, ProbeRequestsTable, ProbeStatusName } from "./probe.tables.ts";

export type BatchRow = Selectable<ProbeBatchesTable>;
export type RequestRow = Selectable<ProbeRequestsTable>;

/** A request with the script and the note of its batch. */
export type ProbeRecord = RequestRow &
  Pick<BatchRow, "script_body" | "script_sha256" | "has_cmd_call" | "note" | "timeout_ms">;

/** Filters for a list of requests. Omitted ones do not apply. */
export interface ProbeFilter {
  readonly ownerId?: string | undefined;
  readonly adminId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly status?: ProbeStatusName | undefined;
}

const REQUESTS = {
  table: "probe_requests",
  columns: {
    id: "text",
    batch_id: "text",
    admin_id: "text",
    device_id: "text",
    user_id: "text",
    status: "text",
    dispatched_at_ms: "integer",
    due_at_ms: "integer",
    completed_at_ms: "integer",
    truncated: "integer",
  },
  key: ["id"],
  onConflict: "fail",
} as const;

export async function insertBatch(db: Database, row: Insertable<ProbeBatchesTable>): Promise<void> {
  await db.insertInto("probe_batches").values(row).execute();
}

export async function insertRequests(
  db: Database,
  rows: readonly Pick<RequestRow, keyof typeof REQUESTS.columns>[],
): Promise<void> {
  await upsertMany(db, REQUESTS, rows);
}

export async function findBatch(db: Database, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom("probe_batches").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findProbe(db: Database, id: string): Promise<ProbeRecord | undefined> {
  return withScripts(db).where("probe_requests.id", "=", id).executeTakeFirst();
}

export async function listProbesByIds(
  db: Database,
  ids: readonly string[],
): Promise<ProbeRecord[]> {
  return withScripts(db)
    .where(idsIn(db, "probe_requests.id", ids))
    .orderBy("probe_requests.completed_at_ms")
    .orderBy("probe_requests.id")
    .execute();
}

/** Newest first. */
export async function listProbes(
  db: Database,
  filter: ProbeFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<ProbeRecord[]> {
  return withScripts(db)
    .where(matches(filter))
    .orderBy("probe_requests.dispatched_at_ms", "desc")
    .orderBy("probe_requests.id", "desc")
    .limit(window.limit)
    .offset(window.offset)
    .execute();
}

export async function countProbes(db: Database, filter: ProbeFilter): Promise<number> {
  return countRows(db.selectFrom("probe_requests").where(matches(filter)));
}

/** The states of a batch's sent requests. */
export async function listSentRequests(
  db: Database,
  batchId: string,
): Promise<Pick<RequestRow, "id" | "status" | "duration_ms">[]> {
  return db
    .selectFrom("probe_requests")
    .select(["id", "status", "duration_ms"])
    .where("batch_id", "=", batchId)
    .where("status", "<>", "offline")
    .execute();
}

/**
 * Updates a request unless it has changed since it was read.
 *
 * @returns whether it was updated
 */
export async function advanceRequest(
  db: Database,
  read: Pick<RequestRow, "id" | "status" | "confirmed_at_ms">,
  change: Partial<RequestRow>,
): Promise<boolean> {
  const result = await db
    .updateTable("probe_requests")
    .set(change)
    .where("id", "=", read.id)
    .where("status", "=", read.status)
    .where("confirmed_at_ms", read.confirmed_at_ms === null ? "is" : "=", read.confirmed_at_ms)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Closes overdue requests.
 *
 * @param latestMs  the latest time at which any could be due
 * @returns number of requests
 */
export async function closeOverdue(db: Database, nowMs: number, latestMs: number): Promise<number> {
  const result = await sql`
    update probe_requests set
      status = case status when 'confirm_pending' then 'expired' else 'timeout' end,
      completed_at_ms = ${nowMs}, due_at_ms = null
    where due_at_ms is not null and ${isPast("due_at_ms", nowMs, latestMs)}
  `.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** The oldest batches created before this time, up to a limit. */
export async function listBatchesBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("probe_batches")
    .select("id")
    .where("created_at_ms", "<", beforeMs)
    .orderBy("created_at_ms")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function removeRequestsOf(tx: Database, batchIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("probe_requests")
    .where(idsIn(tx, "batch_id", batchIds))
    .execute();
}

export async function removeBatches(tx: Database, batchIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("probe_batches")
    .where(idsIn(tx, "id", batchIds))
    .execute();
}

function withScripts(db: Database) {
  return db
    .selectFrom("probe_requests")
    .innerJoin("probe_batches", "probe_batches.id", "probe_requests.batch_id")
    .selectAll("probe_requests")
    .select(["script_body", "script_sha256", "has_cmd_call", "note", "timeout_ms"]);
}

function matches(filter: ProbeFilter) {
  const { ownerId, adminId, batchId, deviceId, status } = filter;
  const columns: readonly (readonly [string, string | undefined])[] = [
    ["admin_id", ownerId],
    ["admin_id", adminId],
    ["batch_id", batchId],
    ["device_id", deviceId],
    ["status", status],
  ];
  const terms = columns.flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(`probe_requests.${column}`)} = ${value}`],
  );
  return terms.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(terms, sql` and `)}`;
}
