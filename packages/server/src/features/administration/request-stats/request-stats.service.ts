import type { RequestPoint, RequestStats, RequestWindow } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { isHealthCheck, type Failures } from "../../../platform/observability/failure-alarm.ts";
import {
  addStoredTally,
  addTally,
  emptyTally,
  latencyAt,
  type RequestTally,
  type StoredTally,
} from "../../../platform/observability/request-tally.ts";
import {
  MINUTE_MS,
  SLOT_MS,
  type RequestMinute,
} from "../../../platform/observability/request-minutes.ts";
import { DAY_MS, HOUR_MS, QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { listRequestStats } from "./request-stats.repo.ts";
import type { RequestStatsTable } from "./request-stats.tables.ts";

type Needs = Pick<Deps, "clock" | "metrics" | "reports">;

interface Window {
  readonly lengthMs: number;
  readonly bucketMs: number;
  /** Span length of the stored rows that make up the window. */
  readonly spanMs: number;
}

const WINDOWS: Readonly<Record<RequestWindow, Window>> = {
  "15m": { lengthMs: 15 * MINUTE_MS, bucketMs: SLOT_MS, spanMs: MINUTE_MS },
  "1h": { lengthMs: HOUR_MS, bucketMs: MINUTE_MS, spanMs: MINUTE_MS },
  "6h": { lengthMs: 6 * HOUR_MS, bucketMs: 5 * MINUTE_MS, spanMs: MINUTE_MS },
  "24h": { lengthMs: DAY_MS, bucketMs: QUARTER_HOUR_MS, spanMs: QUARTER_HOUR_MS },
  "7d": { lengthMs: 7 * DAY_MS, bucketMs: 2 * HOUR_MS, spanMs: QUARTER_HOUR_MS },
};

const ROUTES_MAX = 200;

/** Rows read per statement. Each takes some kilobytes. */
const ROWS_AT_ONCE = 64;

/** A window with its tallies. */
interface Tallied {
  readonly startMs: number;
  readonly bucketMs: number;
  readonly buckets: readonly RequestTally[];
  readonly routes: Map<string, RequestTally>;
}

/** Requests over time and by route, summed over all processes. */
export async function readRequestStats(needs: Needs, window: RequestWindow): Promise<RequestStats> {
  const { startMs, bucketMs, buckets, routes } = await tallyWindow(needs, WINDOWS[window]);
  return {
    window,
    points: buckets.map((tally, at) => pointOf(startMs + at * bucketMs, tally)),
    routes: [...routes]
      .toSorted(([a, one], [b, other]) => other.total - one.total || (a < b ? -1 : 1))
      .slice(0, ROUTES_MAX)
      .map(([route, tally]) => ({
        route,
        count: tally.total,
        p95Ms: latencyAt(tally, 0.95),
        errorRate: tally.errors5xx / tally.total,
      })),
  };
}

/** Whole minutes, because routes are stored per minute: four to five of them. */
const LATELY: Window = { lengthMs: 5 * MINUTE_MS, bucketMs: MINUTE_MS, spanMs: MINUTE_MS };

/**
 * The requests of the last five minutes without health checks. Other processes are included up to
 * the last minute they stored.
 */
export async function sumFailures(needs: Needs): Promise<Failures> {
  const sum = { failed: 0, requests: 0 };
  for (const [route, { total, errors5xx }] of (await tallyWindow(needs, LATELY)).routes) {
    if (isHealthCheck(route.slice(route.indexOf(" ") + 1))) continue;
    sum.failed += errors5xx;
    sum.requests += total;
  }
  return sum;
}

/** All requests of a window together. */
export async function sumRequests(
  needs: Needs,
  window: RequestWindow,
): Promise<{ total: number; errors5xx: number; p95Ms: number | null }> {
  const { buckets } = await tallyWindow(needs, WINDOWS[window]);
  const all = emptyTally();
  for (const tally of buckets) addTally(all, tally);
  return { total: all.total, errors5xx: all.errors5xx, p95Ms: latencyAt(all, 0.95) };
}

function pointOf(ts: number, tally: RequestTally): RequestPoint {
  return {
    ts,
    total: tally.total,
    errors4xx: tally.errors4xx,
    errors5xx: tally.errors5xx,
    p50Ms: latencyAt(tally, 0.5),
    p95Ms: latencyAt(tally, 0.95),
    p99Ms: latencyAt(tally, 0.99),
  };
}

async function tallyWindow(needs: Needs, { lengthMs, bucketMs, spanMs }: Window): Promise<Tallied> {
  const endMs = (Math.floor(needs.clock.nowMs() / bucketMs) + 1) * bucketMs;
  const startMs = endMs - lengthMs;
  const buckets = Array.from({ length: lengthMs / bucketMs }, emptyTally);
  const tallied = { startMs, bucketMs, buckets, routes: new Map<string, RequestTally>() };
  // Unstored minutes are read first: one stored meanwhile is then seen twice rather than never.
  for (const minute of needs.metrics.requestMinutes.waiting()) addMinute(tallied, minute);
  // A quarter minute may start in the middle of a stored row.
  const range = { spanMs, fromMs: Math.floor(startMs / spanMs) * spanMs, toMs: endMs };
  let after = { startMs: range.fromMs - 1, instanceId: "" };
  for (;;) {
    const rows = await listRequestStats(needs.reports, range, after, ROWS_AT_ONCE);
    for (const row of rows) {
      addRow(tallied, row);
      const turn = takeTurns();
      if (turn !== undefined) await turn;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return tallied;
    after = { startMs: last.start_ms, instanceId: last.instance_id };
  }
}

function addMinute(tallied: Tallied, minute: RequestMinute): void {
  for (const [at, slot] of minute.slots.entries()) {
    const bucket = bucketAt(tallied, minute.startMs + at * SLOT_MS);
    if (bucket !== undefined) addTally(bucket, slot);
  }
  if (!overlaps(tallied, minute.startMs, MINUTE_MS)) return;
  for (const [route, tally] of minute.routes) addTally(routeOf(tallied, route), tally);
}

function addRow(tallied: Tallied, row: RequestStatsTable): void {
  const slots = JSON.parse(row.slots_json) as readonly StoredTally[];
  for (const [at, slot] of slots.entries()) {
    const bucket = bucketAt(tallied, row.start_ms + at * SLOT_MS);
    if (bucket !== undefined) addStoredTally(bucket, slot);
  }
  const routes = JSON.parse(row.routes_json) as Readonly<Record<string, StoredTally>>;
  for (const [route, stored] of Object.entries(routes)) {
    addStoredTally(routeOf(tallied, route), stored);
  }
}

function overlaps({ startMs }: Tallied, fromMs: number, lengthMs: number): boolean {
  return fromMs + lengthMs > startMs;
}

function bucketAt({ startMs, bucketMs, buckets }: Tallied, atMs: number): RequestTally | undefined {
  return buckets[Math.floor((atMs - startMs) / bucketMs)];
}

function routeOf({ routes }: Tallied, route: string): RequestTally {
  const known = routes.get(route) ?? emptyTally();
  routes.set(route, known);
  return known;
}
