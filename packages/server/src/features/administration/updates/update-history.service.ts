import type { UpdateHistoryEntry } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { listUpdateRows, type UpdateRow } from "./updates.repo.ts";

const SHOWN = 50;

/** The last updates and rollbacks, latest first. */
export async function listUpdates({
  database,
}: Pick<Deps, "database">): Promise<UpdateHistoryEntry[]> {
  return (await listUpdateRows(database, SHOWN)).map(toEntry);
}

function toEntry(row: UpdateRow): UpdateHistoryEntry {
  const { completed_at_ms, error } = row;
  return {
    id: row.id,
    adminId: row.admin_id,
    fromVersion: row.from_version ?? "",
    toVersion: row.to_version ?? "",
    channel: row.channel === "beta" ? "beta" : "stable",
    startedAt: toTimestamp(row.started_at_ms),
    ...(completed_at_ms !== null && { completedAt: toTimestamp(completed_at_ms) }),
    outcome: row.outcome,
    ...(error !== null && { error }),
    action: row.action === "rollback" ? "rollback" : "self_update",
  };
}
