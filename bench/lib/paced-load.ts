import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Load, type LoadResult, partsOf } from "./load.ts";

const TIMEOUT_MS = 20_000;
const TICK_MS = 1;

interface Run {
  readonly load: Load;
  readonly agent: http.Agent;
  readonly timesMs: number[];
  open: number;
  errors: number;
}

/**
 * Sends requests evenly spread over the time, whether earlier ones have been answered or not, as
 * people who know nothing of each other do. The time of an answer counts from the moment its
 * request was due, so that waiting for a free connection is part of it.
 *
 * @param rate  requests per second over all connections
 */
export async function runPacedLoad(load: Load, rate: number): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: load.connections });
  const run: Run = { load, agent, timesMs: [], open: 0, errors: 0 };
  const total = Math.round(rate * load.seconds);
  const startedMs = performance.now();
  const dueAtMs = (sequence: number) => startedMs + ((sequence - 1) * 1000) / rate;
  for (let sequence = 1; sequence <= total; ) {
    while (sequence <= total && dueAtMs(sequence) <= performance.now()) {
      send(run, sequence, dueAtMs(sequence));
      sequence += 1;
    }
    await pause(TICK_MS);
  }
  while (run.open > 0) await pause(TICK_MS);
  agent.destroy();
  return resultOf(run, (performance.now() - startedMs) / 1000);
}

function send(run: Run, sequence: number, dueMs: number): void {
  const { load, agent } = run;
  const { headers: own, body } = partsOf(load, sequence);
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const headers = { ...own, ...length };
  const url = new URL(load.path, load.url);
  const request = http.request(url, { agent, method: load.method, headers, timeout: TIMEOUT_MS });
  run.open += 1;
  request.on("timeout", () => request.destroy(new Error("no answer in time")));
  request.on("error", () => {
    run.errors += 1;
    run.open -= 1;
  });
  request.on("response", (response) => {
    response.resume();
    response.on("end", () => {
      run.timesMs.push(performance.now() - dueMs);
      if ((response.statusCode ?? 500) >= 300) run.errors += 1;
      run.open -= 1;
    });
  });
  request.end(body);
}

function resultOf({ timesMs, errors }: Run, seconds: number): LoadResult {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  const total = sorted.length;
  return { perSecond: total / seconds, p50Ms: at(0.5), p99Ms: at(0.99), errors, total };
}
