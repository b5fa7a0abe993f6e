import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import {
  addTally,
  emptyTally,
  storedTally,
  type RequestTally,
} from "../../../platform/observability/request-tally.ts";
import { MINUTE_MS, type RequestMinute } from "../../../platform/observability/request-minutes.ts";
import { DAY_MS, QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { removeRequestStats, upsertRequestStats } from "./request-stats.repo.ts";
import type { RequestStatsTable } from "./request-stats.tables.ts";

type Needs = Pick<Deps, "clock" | "database" | "instance" | "jobs" | "metrics">;

const KEPT_MS = 8 * DAY_MS;

/** Requests of the current quarter hour, which is stored again every minute. */
interface Quarter {
  readonly startMs: number;
  readonly total: RequestTally;
  readonly routes: Map<string, RequestTally>;
}

const state = perApp((_: Pick<Deps, "database">): { quarter?: Quarter } => ({}));

/**
 * Stores the requests of completed minutes, by minute and by quarter hour; when the service stops,
 * of all minutes. A minute without requests creates no row.
 */
export async function storeRequests(needs: Needs): Promise<void> {
  const { clock, database, instance, jobs, metrics } = needs;
  const openFromMs = Math.floor(clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const minutes = metrics.requestMinutes
    .waiting()
    .filter(({ startMs }) => startMs < openFromMs || !jobs.started);
  if (minutes.length === 0) return;

  const quarters = quartersOf(state(needs).quarter, minutes);
  const row = { instance_id: instance.id };
  const rows = [
    ...minutes.map((minute) => ({ ...row, ...minuteRow(minute) })),
    ...quarters.map((quarter) => ({ ...row, ...quarterRow(quarter) })),
  ];
  await transact(database, (tx) => upsertRequestStats(tx, rows));
  metrics.requestMinutes.stored(minutes);
  const last = quarters.at(-1);
  if (last !== undefined) state(needs).quarter = last;
}

/** Removes rows older than eight days. */
export async function removeOldStats(
  { clock, database }: Pick<Deps, "clock" | "database">,
  signal: AbortSignal,
): Promise<void> {
  const beforeMs = clock.nowMs() - KEPT_MS;
  for (const spanMs of [MINUTE_MS, QUARTER_HOUR_MS]) {
    await removeInSteps((limit) => removeRequestStats(database, spanMs, beforeMs, limit), signal);
  }
}

/** The quarter hours of these minutes. The first one includes its previously stored part. */
function quartersOf(kept: Quarter | undefined, minutes: readonly RequestMinute[]): Quarter[] {
  const quarters = new Map<number, Quarter>();
  for (const minute of minutes) {
    const startMs = Math.floor(minute.startMs / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
    const known = quarters.get(startMs) ?? copyOf(startMs, kept);
    quarters.set(startMs, known);
    for (const slot of minute.slots) addTally(known.total, slot);
    for (const [route, tally] of minute.routes) addTally(tallyOf(known.routes, route), tally);
  }
  return [...quarters.values()];
}

/** A copy, because the statement may fail and be repeated. */
function copyOf(startMs: number, kept: Quarter | undefined): Quarter {
  const copy = { startMs, total: emptyTally(), routes: new Map<string, RequestTally>() };
  if (kept?.startMs !== startMs) return copy;
  addTally(copy.total, kept.total);
  for (const [route, tally] of kept.routes) addTally(tallyOf(copy.routes, route), tally);
  return copy;
}

function tallyOf(routes: Map<string, RequestTally>, route: string): RequestTally {
  const tally = routes.get(route) ?? emptyTally();
  routes.set(route, tally);
  return tally;
}

type Row = Omit<RequestStatsTable, "instance_id">;

function minuteRow({ startMs, slots, routes }: RequestMinute): Row {
  return { ...textsOf(slots, routes), span_ms: MINUTE_MS, start_ms: startMs };
}

function quarterRow({ startMs, total, routes }: Quarter): Row {
  return { ...textsOf([total], routes), span_ms: QUARTER_HOUR_MS, start_ms: startMs };
}

function textsOf(slots: readonly RequestTally[], routes: ReadonlyMap<string, RequestTally>) {
  const byRoute = [...routes].map(([route, tally]) => [route, storedTally(tally)] as const);
  return {
    slots_json: JSON.stringify(slots.map(storedTally)),
    routes_json: JSON.stringify(Object.fromEntries(byRoute)),
  };
}
