import autocannon from "autocannon";

/** Warm-up of a load before it is timed, so that the JIT compiler has settled, s. */
export const WARM_UP_SECONDS = 12;

export interface LoadResult {
  readonly perSecond: number;
  /** To the microsecond; autocannon's own histogram uses whole milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  readonly total: number;
}

export interface Load {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly tokens: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly body?: (sequence: number) => unknown;
  /** Headers in addition to those of every request. */
  readonly headers?: (sequence: number) => Readonly<Record<string, string>>;
}

/**
 * A closed-loop load from many learners: each connection sends the next request as soon as it has
 * its reply.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  let sequence = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    sequence += 1;
    return { ...request, ...partsOf(load, sequence) };
  };
  const timesMs: number[] = [];
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    requests: [{ method: load.method, path: load.path, setupRequest }],
    setupClient: (client) => {
      client.on("response", (_status, _bytes, timeMs) => timesMs.push(timeMs));
    },
  });
  return {
    perSecond: result.requests.average,
    p50Ms: median(timesMs),
    p99Ms: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
    total: result.requests.total,
  };
}

/** The parts that differ between requests; each has the next learner's token. */
export function partsOf(
  load: Load,
  sequence: number,
): { headers: Record<string, string>; body?: string } {
  const token = load.tokens[sequence % load.tokens.length] ?? "";
  const own = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const headers = { ...own, ...load.headers?.(sequence) };
  const body = load.body && JSON.stringify(load.body(sequence));
  return { headers, ...(body !== undefined && { body }) };
}

/** Median of several readings, because single readings on a shared machine are unreliable. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile of the readings; NaN without readings. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
