import { describe, expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

function openMetrics() {
  const clock = { ms: 1_700_000_000_000, nowMs: () => clock.ms, monotonicMs: () => clock.ms };
  return { clock, metrics: createMetrics(clock) };
}

describe("createMetrics", () => {
  it("counts requests by method, route template and status", async () => {
    const { metrics } = openMetrics();
    metrics.request("GET", "/api/words/:id", 200, 0.02);
    metrics.request("GET", "/api/words/:id", 200, 0.3);
    metrics.request("GET", "/api/words/:id", 404, 9);
    const text = await metrics.text();
    const route = 'method="GET",path="/api/words/:id"';
    expect(text).toContain(`http_requests_total{${route},status="200"} 2`);
    expect(text).toContain(`http_requests_total{${route},status="404"} 1`);
    const bucket = (le: string) => `http_request_duration_seconds_bucket{le="${le}",${route}}`;
    const ends: [string, number][] = [
      ["0.01", 0],
      ["0.025", 1],
      ["0.05", 1],
      ["0.1", 1],
      ["0.25", 1],
      ["0.5", 2],
      ["1", 2],
      ["2.5", 2],
      ["+Inf", 3],
    ];
    for (const [le, value] of ends) expect(text).toContain(`${bucket(le)} ${value}\n`);
    expect(text).toContain(`http_request_duration_seconds_count{${route}} 3`);
    expect(text).toContain(`http_request_duration_seconds_sum{${route}} 9.32`);
  });

  it("has every name listed in the operations document", async () => {
    const { metrics } = openMetrics();
    metrics.request("GET", "/health", 200, 0.001);
    metrics.inflight(1);
    metrics.inflight(1);
    metrics.inflight(-1);
    metrics.processEvent(0.03);
    metrics.workerRan("records_outbox", 1_700_000_000_500, "ok");
    metrics.streams(7);
    metrics.refused("NOT_FOUND");
    const text = await metrics.text();
    for (const line of [
      "# TYPE http_requests_total counter",
      "# TYPE http_request_duration_seconds histogram",
      "http_inflight_requests 1",
      'amas_process_event_duration_seconds_bucket{le="0.025"} 0',
      'amas_process_event_duration_seconds_bucket{le="0.05"} 1',
      'worker_last_run_timestamp_seconds{worker="records_outbox"} 1700000000.5',
      'worker_runs_total{worker="records_outbox",outcome="ok"} 1',
      "sse_connections 7",
      'refusals_total{code="NOT_FOUND"} 1',
      "process_resident_memory_bytes",
    ]) {
      expect(text).toContain(line);
    }
    expect(metrics.inflightNow()).toBe(1);
  });

  it("lets features add metrics, one per name", async () => {
    const { metrics } = openMetrics();
    metrics.counter("answers_total", "Answers.", ["kind"]).inc({ kind: "a" });
    metrics.counter("answers_total", "Answers.", ["kind"]).inc({ kind: "a" }, 2);
    metrics.gauge("backlog", "Rows waiting.").set(5);
    const text = await metrics.text();
    expect(text).toContain('answers_total{kind="a"} 3');
    expect(text).toContain("backlog 5");
  });
});

describe("errorRate", () => {
  it("is the share of 5xx over five minutes and 0 without traffic", () => {
    const { metrics, clock } = openMetrics();
    expect(metrics.errorRate(clock.ms)).toEqual({ rate: 0, requests: 0 });
    for (const status of [200, 404, 500, 503]) metrics.request("GET", "/x", status, 0);
    expect(metrics.errorRate(clock.ms)).toEqual({ rate: 0.5, requests: 4 });
    clock.ms += 200_000;
    metrics.request("GET", "/x", 200, 0);
    expect(metrics.errorRate(clock.ms)).toEqual({ rate: 0.4, requests: 5 });
    clock.ms += 101_000;
    expect(metrics.errorRate(clock.ms)).toEqual({ rate: 0, requests: 1 });
    clock.ms += 3_600_000;
    expect(metrics.errorRate(clock.ms)).toEqual({ rate: 0, requests: 0 });
  });

  it("leaves out refusals that are not failures", () => {
    const { metrics, clock } = openMetrics();
    metrics.request("GET", "/x", 500, 0);
    for (let n = 0; n < 300; n += 1) metrics.request("GET", "/x", 503, 0, { deliberate: true });
    expect(metrics.errorRate(clock.ms)).toEqual({ rate: 1, requests: 1 });
  });

  it("counts health checks, which the failures of an alarm leave out", () => {
    const { metrics, clock } = openMetrics();
    metrics.request("GET", "/x", 500, 0);
    for (const path of ["/health", "/api/health", "/health/ready"]) {
      metrics.request("GET", path, 503, 0);
    }
    expect(metrics.errorRate(clock.ms)).toEqual({ rate: 1, requests: 4 });
    expect(metrics.failures(clock.ms)).toEqual({ failed: 1, requests: 1 });
    clock.ms += 301_000;
    expect(metrics.failures(clock.ms)).toEqual({ failed: 0, requests: 0 });
  });

  it("keeps counting when the system clock is set back", () => {
    const { metrics, clock } = openMetrics();
    metrics.request("GET", "/x", 500, 0);
    clock.ms -= 3_600_000;
    metrics.request("GET", "/x", 200, 0);
    expect(metrics.errorRate(clock.ms)).toEqual({ rate: 0.5, requests: 2 });
  });
});
