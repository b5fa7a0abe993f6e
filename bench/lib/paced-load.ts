import { setTimeout as pause } from "node:timers/promises";
import { type LeanConnection, openLeanConnection } from "./lean-connection.ts";
import { type Load, type LoadResult, partsOf, quantile } from "./load.ts";

const TICK_MS = 1;

/** Requests have the load's method and path unless they set their own. */
export interface PacedLoad extends Load {
  readonly route?: (sequence: number) => Pick<Load, "method" | "path">;
}

export interface PacedResult extends LoadResult {
  /** Delay of the generator itself, which is not part of the latencies. */
  readonly lateP99Ms: number;
}

interface Asked {
  readonly request: string;
  readonly atMs: number;
}

/**
 * An open-loop load: sends requests at a constant rate, whether or not earlier ones have been
 * answered. Latency counts from the scheduled time, so it includes waiting for a free connection.
 *
 * @param rate  requests per second over all connections
 */
export async function runPacedLoad(load: PacedLoad, rate: number): Promise<PacedResult> {
  const total = Math.round(rate * load.seconds);
  const address = new URL(load.url);
  const crowd = openConnections(address, load.connections);
  const lateMs: number[] = [];
  const startedMs = performance.now();
  for (let sequence = 1; sequence <= total;) {
    const atMs = performance.now();
    const dueBy = Math.min(total, 1 + ((atMs - startedMs) * rate) / 1000);
    for (; sequence <= dueBy; sequence += 1) {
      lateMs.push(atMs - startedMs - ((sequence - 1) * 1000) / rate);
      crowd.ask({ request: requestOf(load, address.host, sequence), atMs });
    }
    await pause(TICK_MS);
  }
  while (crowd.timesMs.length + crowd.failures() < total) await pause(TICK_MS);
  crowd.close();
  const { timesMs } = crowd;
  return {
    perSecond: timesMs.length / ((performance.now() - startedMs) / 1000),
    p50Ms: quantile(timesMs, 0.5),
    p99Ms: quantile(timesMs, 0.99),
    lateP99Ms: quantile(lateMs, 0.99),
    errors: crowd.failures(),
    total,
  };
}

/** The connections of a load, and the queue for a free one. */
function openConnections({ hostname, port }: URL, connections: number) {
  const all = Array.from({ length: connections }, () => openLeanConnection(hostname, Number(port)));
  const free = [...all];
  const waiting: Asked[] = [];
  const timesMs: number[] = [];
  let failed = 0;
  let first = 0;

  function send(connection: LeanConnection, { request, atMs }: Asked): void {
    connection.ask(request, (status) => {
      if (status >= 200 && status < 300) timesMs.push(performance.now() - atMs);
      else failed += 1;
      const next = waiting[first];
      if (next === undefined) free.push(connection);
      else {
        first += 1;
        send(connection, next);
      }
    });
  }

  return {
    timesMs,
    failures: () => failed,
    ask(asked: Asked): void {
      const connection = free.pop();
      if (connection === undefined) waiting.push(asked);
      else send(connection, asked);
    },
    close(): void {
      for (const connection of all) connection.close();
    },
  };
}

function requestOf(load: PacedLoad, host: string, sequence: number): string {
  const { method, path } = load.route?.(sequence) ?? load;
  const { headers, body = "" } = partsOf(load, sequence);
  const own = { ...headers, host, "content-length": Buffer.byteLength(body) };
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n");
}
