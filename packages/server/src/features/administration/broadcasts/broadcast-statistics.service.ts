import type { Broadcast } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { onceKeyOf } from "./broadcast-delivery.service.ts";
import {
  changeBroadcast,
  countDispatched,
  countReads,
  findBroadcast,
  listCounts,
  listDispatched,
  listUncounted,
  type BroadcastCounts,
  type BroadcastFilter,
} from "./broadcasts.repo.ts";

type Needs = Pick<Deps, "clock" | "events" | "reports">;

const WEEK_MS = 7 * DAY_MS;

/** Read notifications are removed after 180 days, so the readers are counted before that. */
const COUNTED_AFTER_MS = 170 * DAY_MS;

/** Sent broadcasts, newest first, with their number of readers. */
export async function listBroadcasts(
  needs: Needs,
  query: { offset: number; limit: number; filter: "all" | "week" | "failed" },
) {
  const { offset, limit } = query;
  const filter = filterOf(needs, query.filter);
  const all = await listCounts(needs.reports);
  const reads = await readsOf(needs.reports, all);
  const rows = await listDispatched(needs.reports, filter, { offset, limit });
  const rates = all
    .filter(({ sent_count: sent }) => sent > 0)
    .map((counts) => rateOf(reads.get(counts.id) ?? 0, counts.sent_count));
  const online = new Set((await needs.events.presence()).map(({ userId }) => userId));
  return {
    stats: {
      total: all.length,
      totalSent: all.reduce((sum, counts) => sum + counts.sent_count, 0),
      avgReadRate: rates.length === 0 ? 0 : rates.reduce((sum, rate) => sum + rate) / rates.length,
      online: online.size,
    },
    broadcasts: rows.map((row) => toBroadcast(row, reads.get(row.id) ?? 0)),
    pagination: { total: await countDispatched(needs.reports, filter), offset, limit },
  };
}

/** Stores the number of readers of broadcasts whose notifications will soon be removed. */
export async function keepReadCounts(
  needs: Pick<Deps, "clock" | "database" | "reports">,
): Promise<void> {
  const { database } = needs;
  for (const id of await listUncounted(database, needs.clock.nowMs() - COUNTED_AFTER_MS)) {
    const row = await findBroadcast(database, id);
    if (row === undefined) continue;
    const counts = await countReads(needs.reports, [onceKeyOf(id)]);
    const columns = { read_count: counts.get(onceKeyOf(id)) ?? 0 };
    await changeBroadcast(database, id, { status: row.status }, columns);
  }
}

function filterOf({ clock }: Pick<Deps, "clock">, filter: string): BroadcastFilter {
  if (filter === "failed") return { status: "failed" };
  return filter === "week" ? { sinceMs: clock.nowMs() - WEEK_MS } : {};
}

/** The number of readers of each of these broadcasts, by id. */
async function readsOf(
  db: Database,
  all: readonly BroadcastCounts[],
): Promise<Map<string, number>> {
  const open = all.filter(({ read_count: kept }) => kept === null);
  const counted = await countReads(
    db,
    open.map(({ id }) => onceKeyOf(id)),
  );
  return new Map(
    all.map(({ id, read_count: kept }) => [id, kept ?? counted.get(onceKeyOf(id)) ?? 0]),
  );
}

function toBroadcast(
  row: Awaited<ReturnType<typeof listDispatched>>[number],
  readCount: number,
): Broadcast {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    author: row.author ?? row.created_by,
    status: row.status === "failed" || row.status === "sent" ? row.status : "sending",
    sentCount: row.sent_count,
    readCount,
    readRate: rateOf(readCount, row.sent_count),
    createdAt: toTimestamp(row.started_at_ms ?? row.created_at_ms),
  };
}

/** More may be sent and read between the two counts, so the rate is limited to 1. */
function rateOf(reads: number, sent: number): number {
  return sent === 0 ? 0 : Math.min(1, reads / sent);
}
