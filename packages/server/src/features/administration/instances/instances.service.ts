import type { Instance } from "@wordloom/contract";
import { VERSION } from "../../../platform/basics/version.ts";
import type { Deps } from "../../../deps.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { noteIfRefused } from "../../../platform/memory/refused-writes.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import {
  listInstancesSeen,
  listInstancesStarted,
  listLeaseHolders,
  removeInstancesGone,
  upsertInstance,
} from "./instances.repo.ts";
import type { ServiceInstancesTable } from "./instances.tables.ts";

type Needs = Pick<Deps, "clock" | "database" | "instance">;

/** A process not seen for this long counts as gone. */
const GONE_AFTER_MS = 30_000;

/** How long gone processes are kept for the list of events. */
const KEPT_MS = 30 * DAY_MS;

/** Records that this process is alive. @throws database errors */
export async function noteAlive(needs: Needs): Promise<void> {
  try {
    await upsertInstance(needs.database, rowOf(needs));
  } catch (cause) {
    // Often the only write of an idle service.
    noteIfRefused(needs, cause);
    throw cause;
  }
}

/** Records that this process ends, so that others need not wait until it counts as gone. */
export async function noteEnd(needs: Needs): Promise<void> {
  await upsertInstance(needs.database, {
    ...rowOf(needs),
    last_seen_at_ms: needs.clock.nowMs() - GONE_AFTER_MS,
  });
}

/** Removes processes that have been gone for a long time. */
export async function forgetLongGone({ clock, database }: Needs): Promise<void> {
  await removeInstancesGone(database, clock.nowMs() - KEPT_MS);
}

/** The live processes, in the order of their start. Always includes this one. */
export async function listInstances(needs: Needs): Promise<Instance[]> {
  const { clock, database, instance } = needs;
  const nowMs = clock.nowMs();
  const seen = await listInstancesSeen(database, {
    afterMs: nowMs - GONE_AFTER_MS,
    latestMs: latestStoredMs(nowMs),
  });
  const stored = seen.filter((row) => !isOwnPredecessor(needs, row));
  const holders = await listLeaseHolders(database, nowMs);
  const known = stored.some(({ id }) => id === instance.id);
  return (known ? stored : [...stored, rowOf(needs)]).map((row) => ({
    id: row.id,
    host: row.host,
    pid: row.pid,
    version: row.version,
    startedAt: new Date(row.started_at_ms).toISOString(),
    lastSeenAt: new Date(row.last_seen_at_ms).toISOString(),
    leader: holders.has(row.id),
    self: row.id === instance.id,
  }));
}

/**
 * Whether a row was left by a process before this one that did not record its end. An SQLite file
 * has one process, and the number of a process belongs to one at a time.
 */
function isOwnPredecessor(
  { database, instance }: Needs,
  { id, host, pid }: ServiceInstancesTable,
): boolean {
  if (id === instance.id) return false;
  if (dialectOf(database) === "sqlite") return true;
  return host === instance.host && pid === instance.pid;
}

/** Starts of processes since a time, newest first. */
export async function listStarts(
  { reports }: Pick<Deps, "reports">,
  sinceMs: number,
  limit: number,
): Promise<readonly ServiceInstancesTable[]> {
  return listInstancesStarted(reports, sinceMs, limit);
}

function rowOf({ clock, instance }: Needs): ServiceInstancesTable {
  const { id, host, pid, startedAtMs } = instance;
  return {
    id,
    host,
    pid,
    version: VERSION,
    started_at_ms: startedAtMs,
    last_seen_at_ms: clock.nowMs(),
  };
}
