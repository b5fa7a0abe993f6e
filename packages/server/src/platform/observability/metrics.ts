import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Failures } from "./failure-alarm.ts";
import { createRequestMinutes, type RequestMinutes } from "./request-minutes.ts";
import { createRequestStats } from "./request-stats.ts";
import type { Clock } from "../time/clock.ts";

/** Upper bounds of the latency buckets, in seconds. */
const LATENCY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;

type Labels = Readonly<Record<string, string>>;

interface MetricCounter {
  inc(labels?: Labels, by?: number): void;
}

interface MetricGauge {
  set(value: number, labels?: Labels): void;
}

/** Metrics of the running service. Labels never contain ids: paths are route templates. */
export interface Metrics {
  /**
   * Call when a request was answered.
   *
   * @param how.deliberate  whether an operator's decision refused it: it does not count toward the
   * error rate
   */
  request(
    method: string,
    routeTemplate: string,
    status: number,
    seconds: number,
    how?: { readonly deliberate: boolean },
  ): void;
  /** A request started (1) or ended (-1). */
  inflight(delta: 1 | -1): void;
  inflightNow(): number;
  /**
   * Time the engine takes for one answer, excluding the database. The buckets are prescribed and
   * start at 10 ms, so nearly all answers fall into the first; sum and count give the mean.
   */
  processEvent(seconds: number): void;
  workerRan(worker: string, atMs: number, outcome: "ok" | "failed" | "timeout"): void;
  /** Number of open event streams. */
  streams(count: number): void;
  /** Counts a refusal by its error code. */
  refused(code: string): void;
  /** A counter for a feature; the same name returns the same counter. */
  counter(name: string, help: string, labels?: readonly string[]): MetricCounter;
  gauge(name: string, help: string, labels?: readonly string[]): MetricGauge;
  /**
   * Share of 5xx replies (0 to 1) and number of requests over the last five minutes, without
   * deliberate refusals.
   */
  errorRate(nowMs: number): { rate: number; requests: number };
  /** The same requests without health checks, as the basis of an alarm. */
  failures(nowMs: number): Failures;
  /** Requests by minute, until they are stored. */
  readonly requestMinutes: RequestMinutes;
  /** All metrics in Prometheus text format. */
  text(): Promise<string>;
}

export function createMetrics(clock: Clock): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requestMinutes = createRequestMinutes();
  const requests = createRequestStats(LATENCY_BUCKETS, requestMinutes);
  requests.register(registry);
  let inflight = 0;
  new Gauge({
    name: "http_inflight_requests",
    help: "Requests being answered now.",
    registers,
    collect() {
      this.set(inflight);
    },
  });
  const processEvent = new Histogram({
    name: "amas_process_event_duration_seconds",
    help: "Time the engine takes for one answer.",
    buckets: [...LATENCY_BUCKETS],
    registers,
  });
  const lastRun = gaugeOf(registry, "worker_last_run_timestamp_seconds", LAST_RUN, ["worker"]);
  const runs = counterOf(registry, "worker_runs_total", RUNS, ["worker", "outcome"]);
  const streams = gaugeOf(registry, "sse_connections", "Open event streams.", []);
  const refusals = counterOf(registry, "refusals_total", "Refusals by code.", ["code"]);
  let withRuntime = false;
  return {
    requestMinutes,
    request: (method, path, status, seconds, { deliberate } = AS_USUAL) =>
      requests.note({ method, path, status, seconds, nowMs: clock.nowMs(), deliberate }),
    inflight: (delta) => void (inflight += delta),
    inflightNow: () => inflight,
    processEvent: (spent) => processEvent.observe(spent),
    workerRan: (worker, atMs, outcome) => {
      lastRun.set({ worker }, atMs / 1000);
      runs.inc({ worker, outcome });
    },
    streams: (count) => streams.set(count),
    refused: (code) => refusals.inc({ code }),
    counter: (name, help, labels = []) => {
      const counter = counterOf(registry, name, help, labels);
      return { inc: (values = {}, by = 1) => counter.inc(values, by) };
    },
    gauge: (name, help, labels = []) => {
      const gauge = gaugeOf(registry, name, help, labels);
      return { set: (value, values = {}) => gauge.set(values, value) };
    },
    errorRate: (nowMs) => requests.errorRate(nowMs),
    failures: (nowMs) => requests.failures(nowMs),
    text: () => {
      // Runtime metrics have a constant cost, so they start with the first scrape.
      if (!withRuntime) collectDefaultMetrics({ register: registry });
      withRuntime = true;
      return registry.metrics();
    },
  };
}

const AS_USUAL = { deliberate: false } as const;
const LAST_RUN = "Unix time of a worker's latest run.";
const RUNS = "Runs of workers by outcome.";

function counterOf(registry: Registry, name: string, help: string, labels: readonly string[]) {
  const known = registry.getSingleMetric(name);
  if (known instanceof Counter) return known;
  return new Counter({ name, help, labelNames: [...labels], registers: [registry] });
}

function gaugeOf(registry: Registry, name: string, help: string, labels: readonly string[]) {
  const known = registry.getSingleMetric(name);
  if (known instanceof Gauge) return known;
  return new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
}
