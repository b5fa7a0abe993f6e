import type { Database } from "../../../platform/database/tables.ts";
import type { ServiceInstancesTable } from "./instances.tables.ts";

/** Adds a process, or records that it is still alive. */
export async function upsertInstance(db: Database, row: ServiceInstancesTable): Promise<void> {
  await db
    .insertInto("service_instances")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ last_seen_at_ms: row.last_seen_at_ms }),
    )
    .execute();
}

/** Processes seen in this period, in the order of their start. */
export async function listInstancesSeen(
  db: Database,
  { afterMs, latestMs }: { readonly afterMs: number; readonly latestMs: number },
): Promise<ServiceInstancesTable[]> {
  return db
    .selectFrom("service_instances")
    .selectAll()
    .where("last_seen_at_ms", ">", afterMs)
    .where("last_seen_at_ms", "<=", latestMs)
    .orderBy("started_at_ms")
    .orderBy("id")
    .execute();
}

/** Processes started since then, newest first, including those that have ended. */
export async function listInstancesStarted(
  db: Database,
  sinceMs: number,
  limit: number,
): Promise<ServiceInstancesTable[]> {
  return db
    .selectFrom("service_instances")
    .selectAll()
    .where("last_seen_at_ms", ">=", sinceMs)
    .where("started_at_ms", ">=", sinceMs)
    .orderBy("started_at_ms", "desc")
    .limit(limit)
    .execute();
}

export async function removeInstancesGone(db: Database, beforeMs: number): Promise<void> {
  await db.deleteFrom("service_instances").where("last_seen_at_ms", "<", beforeMs).execute();
}

/** The processes that hold worker leases. */
export async function listLeaseHolders(db: Database, nowMs: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom("job_leases")
    .select("holder")
    .distinct()
    .where("expires_at_ms", ">", nowMs)
    .execute();
  return new Set(rows.map(({ holder }) => holder));
}
