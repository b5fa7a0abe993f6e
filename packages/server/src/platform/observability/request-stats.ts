import type { Registry } from "prom-client";
import { isHealthCheck, type Failures } from "./failure-alarm.ts";
import type { RequestMinutes } from "./request-minutes.ts";

const SLOT_MS = 5_000;
const SLOTS = 60;

/** Statistics of one route: requests per status, and durations. */
interface RouteStats {
  /** Method and path. */
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly statuses: Map<number, number>;
  /** Requests per latency bucket; the last bucket counts all slower ones. */
  readonly buckets: Float64Array;
  seconds: number;
  requests: number;
}

/** A request that was answered. */
interface AnsweredRequest {
  readonly method: string;
  /** The route template. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
  readonly nowMs: number;
  /** Whether an operator's decision refused it: it does not count toward the error rate. */
  readonly deliberate: boolean;
}

export interface RequestStats {
  note(request: AnsweredRequest): void;
  errorRate(nowMs: number): { rate: number; requests: number };
  failures(nowMs: number): Failures;
  register(registry: Registry): void;
}

/**
 * Counts requests with a map look-up and a few additions; metric values are computed only when they
 * are read. prom-client's histogram costs about fifteen times as much per request.
 */
export function createRequestStats(
  bounds: readonly number[],
  minutes: Pick<RequestMinutes, "note">,
): RequestStats {
  const routes = new Map<string, RouteStats>();
  const recent = createRecentRequests();
  const judged = createRecentRequests();
  const statsOf = (method: string, path: string): RouteStats => {
    const route = `${method} ${path}`;
    const known = routes.get(route);
    if (known !== undefined) return known;
    const buckets = new Float64Array(bounds.length + 1);
    const fresh = { route, method, path, statuses: new Map(), buckets, seconds: 0, requests: 0 };
    routes.set(route, fresh);
    return fresh;
  };
  return {
    note({ method, path, status, seconds, nowMs, deliberate }) {
      const figures = statsOf(method, path);
      figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1);
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
      figures.buckets[bucket] = (figures.buckets[bucket] ?? 0) + 1;
      figures.seconds += seconds;
      figures.requests += 1;
      if (!deliberate) {
        recent.note(status, nowMs);
        if (!isHealthCheck(path)) judged.note(status, nowMs);
      }
      minutes.note({ route: figures.route, status, seconds, nowMs, deliberate });
    },
    errorRate(nowMs) {
      const { failed, requests } = recent.failures(nowMs);
      return { rate: requests === 0 ? 0 : failed / requests, requests };
    },
    failures: (nowMs) => judged.failures(nowMs),
    register(registry) {
      registry.registerMetric(asMetric(TOTAL, "counter", () => totals(routes.values())));
      const spelled = () => histogram(routes.values(), bounds);
      registry.registerMetric(asMetric(DURATION, "histogram", spelled));
    },
  };
}

const TOTAL = { name: "http_requests_total", help: "Answered requests." };
const DURATION = { name: "http_request_duration_seconds", help: "Time taken to answer." };

interface Value {
  readonly metricName?: string;
  readonly labels: Record<string, string | number>;
  readonly value: number;
}

type AnyMetric = Parameters<Registry["registerMetric"]>[0];

/** A registry reads a metric's values through `get`; nothing else is needed here. */
function asMetric(title: typeof TOTAL, type: string, values: () => Value[]): AnyMetric {
  const get = async () => ({ ...title, type, aggregator: "sum", values: values() });
  return { ...title, get, reset: () => undefined } as unknown as AnyMetric;
}

function totals(routes: Iterable<RouteStats>): Value[] {
  return [...routes].flatMap(({ method, path, statuses }) =>
    [...statuses].map(([status, value]) => ({ labels: { method, path, status }, value })),
  );
}

/** Buckets are cumulative: each counts everything up to its bound. */
function histogram(routes: Iterable<RouteStats>, bounds: readonly number[]): Value[] {
  return [...routes].flatMap(({ method, path, buckets, seconds, requests }) => {
    const labels = { method, path };
    let sum = 0;
    const counts = [...bounds, "+Inf"].map((le, at) => {
      sum += buckets[at] ?? 0;
      return { metricName: `${DURATION.name}_bucket`, labels: { le, ...labels }, value: sum };
    });
    return [
      ...counts,
      { metricName: `${DURATION.name}_sum`, labels, value: seconds },
      { metricName: `${DURATION.name}_count`, labels, value: requests },
    ];
  });
}

/** A ring of five-second slots over the last five minutes. */
function createRecentRequests() {
  const requests = new Float64Array(SLOTS);
  const faults = new Float64Array(SLOTS);
  let latest = 0;
  const advance = (nowMs: number): number => {
    const slot = Math.floor(nowMs / SLOT_MS);
    for (let at = Math.max(latest + 1, slot - SLOTS + 1); at <= slot; at += 1) {
      requests[at % SLOTS] = 0;
      faults[at % SLOTS] = 0;
    }
    latest = Math.max(latest, slot);
    return latest % SLOTS;
  };
  const sum = (slots: Float64Array) => slots.reduce((total, value) => total + value, 0);
  return {
    note(status: number, nowMs: number): void {
      const slot = advance(nowMs);
      requests[slot] = (requests[slot] ?? 0) + 1;
      if (status >= 500) faults[slot] = (faults[slot] ?? 0) + 1;
    },
    failures(nowMs: number): Failures {
      advance(nowMs);
      return { failed: sum(faults), requests: sum(requests) };
    },
  };
}
